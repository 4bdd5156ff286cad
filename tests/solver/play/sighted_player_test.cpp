// The sighted player: its moves are within its sight, it wins as soon as possible and delays losses
// as far as it sees, and the same random numbers give the same moves.
#include "solver/play/sighted_player.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "tests/support.h"

namespace onyx {
namespace {

template <class Use>
void for_random_positions(int rounds, Use&& use) {
  test::Rng rng(91);
  for (const auto& [size, most_free] :
       {std::pair{BoardSize{3, 4}, 8}, {BoardSize{4, 5}, 8}, {BoardSize{5, 5}, 6}}) {
    const WideBoard<1> board(size);
    for (int round = 0; round < rounds; ++round) {
      use(board,
          test::crowded_position(board, test::random_below(rng, most_free) + 1, 15, false, rng));
    }
  }
}

TEST(SightedPlayer, PlaysWhatItsSightAllows) {
  std::map<std::string, int> seen;
  for_random_positions(60, [&](const WideBoard<1>& board, const WidePosition<1>& position) {
    SightedPlayer<1> player(board, 10);
    Sight<1> sight(board, 10);
    for (const int k : {1, 3, 5, 7}) {
      Random random = random_for(5, static_cast<std::uint64_t>(k));
      const std::optional<Place> move = player.choose(position, {k, 100}, random);
      ASSERT_TRUE(move);
      ASSERT_TRUE(placements(board, position).has(*move));
      ASSERT_EQ(sight.is_sighted(position, *move, k), true)
          << format_position(board, position) << ' ' << format_move(board, position, *move);
      const WidePosition<1> next = successor(board, position, *move);
      const auto outcome = sight.search().outcome(position, k);
      if (!outcome) continue;
      // A win must be the fastest; in a loss, the opponent must not have a win within plies - 3.
      const int plies = outcome->distance();
      const auto after = sight.search().outcome(next, plies - 1);
      if (plies % 2 == 1) {
        ++seen["win in " + std::to_string(plies)];
        ASSERT_TRUE(after) << format_position(board, position);
        ASSERT_EQ(after->distance(), plies - 1) << format_position(board, position);
      } else {
        ++seen["loss in " + std::to_string(plies)];
        if (plies < 4) continue;
        ASSERT_EQ(sight.search().wins_within(next, plies - 3), false)
            << format_position(board, position);
      }
    }
  });
  for (const char* what : {"win in 1", "win in 3", "win in 5", "loss in 2", "loss in 4"}) {
    EXPECT_GT(seen[what], 3) << what;
  }
}

TEST(SightedPlayer, DependsOnRandomNumbersAlone) {
  const WideBoard<1> board({5, 5});
  const WidePosition<1> setup = open_setup(board);
  SightedPlayer<1> used(board, 10);
  std::map<Place, int> moves;
  for (std::uint64_t n = 0; n < 40; ++n) {
    SightedPlayer<1> fresh(board, 10);
    Random one = random_for(1, n);
    Random two = random_for(1, n);
    const auto move = used.choose(setup, {3, 100}, one);
    EXPECT_EQ(fresh.choose(setup, {3, 100}, two), move);
    EXPECT_EQ(one, two);
    ++moves[move.value()];
  }
  EXPECT_GT(moves.size(), 4U);
  // Without noise, the random numbers do not matter.
  Random one = random_for(1, 1);
  Random two = random_for(1, 2);
  EXPECT_EQ(used.choose(setup, {3, 0}, one), used.choose(setup, {3, 0}, two));
}

TEST(SightedPlayer, StopsAtALimit) {
  const WideBoard<1> board({6, 6});
  SightedPlayer<1> player(board, 10);
  player.search().set_node_limit(10);
  Random random = random_for(1, 1);
  const Random before = random;
  EXPECT_EQ(player.choose(standard_setup(board), {7, 100}, random), std::nullopt);
  EXPECT_EQ(random, before);
}

/// Returns the number of stones that a connection still needs, if nothing is captured, computed
/// place by place; -1 if there is no connection.
int plain_distance(const WideBoard<1>& board, const WidePosition<1>& position, Player player) {
  const PlaceSet<1> own = position.of(player);
  const PlaceSet<1> free = placements(board, position);
  std::map<Place, int> distance;
  std::deque<Place> queue;
  const auto reach = [&](Place place, int from) {
    if (!own.has(place) && !free.has(place)) return;
    const int now = from + (own.has(place) ? 0 : 1);
    const auto known = distance.find(place);
    if (known != distance.end() && known->second <= now) return;
    distance[place] = now;
    queue.push_back(place);
  };
  board.start_edge(player).for_each([&](Place place) { reach(place, 0); });
  while (!queue.empty()) {
    const Place place = queue.front();
    queue.pop_front();
    const int here = distance[place];
    board.neighbours(place).for_each([&](Place next) { reach(next, here); });
  }
  int least = -1;
  board.goal_edge(player).for_each([&](Place place) {
    const auto known = distance.find(place);
    if (known != distance.end() && (least < 0 || known->second < least)) least = known->second;
  });
  return least;
}

TEST(SenseOfDistance, CountsStones) {
  int blocked = 0;
  int several = 0;
  const auto compare = [&](const WideBoard<1>& board, const WidePosition<1>& position) {
    for (const Player player : test::kPlayers) {
      const int stones = plain_distance(board, position, player);
      const int sense = sense_of_distance(board, position, player);
      if (stones >= 0) {
        several += stones > 1 ? 1 : 0;
        ASSERT_EQ(sense / 100, stones) << format_position(board, position);
      } else {
        ++blocked;
        ASSERT_GE(sense, 400) << format_position(board, position);
      }
    }
  };
  for_random_positions(100, compare);
  test::Rng rng(7);
  const WideBoard<1> board({6, 6});
  for (int round = 0; round < 100; ++round) {
    compare(board, test::crowded_position(board, 20, 15, false, rng));
  }
  EXPECT_GT(blocked, 20);
  EXPECT_GT(several, 20);
}

TEST(SenseOfDistance, LikesManyWays) {
  const WideBoard<1> board({5, 5});
  const auto after = [&](const char* stones) {
    return sense_of_distance(board, parse_position(board, stones), Player::V);
  };
  // A stone in the middle leaves more connections than a stone on the edge.
  EXPECT_LT(after("5/5/2V2/5/5 - H"), after("5/5/V4/5/5 - H"));
  EXPECT_EQ(after("2V2/2V2/2V2/2V2/2V2 - H"), 0);
}

}  // namespace
}  // namespace onyx
