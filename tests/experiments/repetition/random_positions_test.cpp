// Tests random crowded positions and their neighbours with the plain engine: their properties, and
// which of them are promising.

#include "experiments/repetition/find/random_positions.h"

#include <map>

#include "solver/repetition/arena.h"
#include "tests/support.h"

namespace onyx::test {
namespace {

/// Returns the number of moves that would connect at once if it were the player's turn.
int ways_to_connect(plain::Position position, char player) {
  position.side = player;
  int ways = 0;
  for (const plain::Move& move : plain::legal_moves(position)) {
    ways += plain::connected(plain::play(position, move), player) ? 1 : 0;
  }
  return ways;
}

template <int W>
void expect_legal_and_unfinished(const WideBoard<W>& board, const WidePosition<W>& position) {
  const plain::Position plain = to_reference(board, position);
  EXPECT_EQ(plain::fault(plain), "") << plain;
  EXPECT_FALSE(plain::game_over(plain)) << plain;
}

/// Calls use(board, position) for `count` random positions on several boards.
template <class Use>
void for_random_positions(int count, const CrowdSettings& crowd, Use&& use) {
  Random random(1);
  for (const BoardSize size : {BoardSize{4, 5}, {5, 5}, {6, 6}, {8, 8}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      int made = 0;
      for (int attempt = 0; made < count && attempt < 1000 * count; ++attempt) {
        const auto position = random_crowded_position(board, crowd, random);
        if (!position) continue;
        ++made;
        use(board, *position, random);
      }
      EXPECT_EQ(made, count) << format_board_size(size);
    });
  }
}

TEST(RandomPositions, AreCrowdedAsAskedFor) {
  for (const CrowdSettings& crowd :
       {CrowdSettings{}, CrowdSettings{3, 3, 0, 0, 1000}, CrowdSettings{1, 6, 100, 0, 1000}}) {
    for_random_positions(200, crowd, [&](const auto& board, const auto& position, Random&) {
      expect_legal_and_unfinished(board, position);
      const int empty = (board.points() - position.occupied()).count();
      EXPECT_GE(empty, crowd.min_empty);
      EXPECT_LE(empty, crowd.max_empty);
      const int stones = (position.occupied() & board.midpoints()).count();
      const int all = board.midpoints().count();
      EXPECT_GE(stones, crowd.midpoint_percent == 100 ? all : 0);
      EXPECT_LE(stones, crowd.midpoint_percent == 0 ? 0 : all);
    });
  }
}

TEST(RandomPositions, ArePromisingIfNobodyIsAboutToConnectAndTheArenaFits) {
  const CrowdSettings crowd{3, 7, 20, 8, 14};
  std::map<std::string, int> met;
  for_random_positions(500, crowd, [&](const auto& board, const auto& position, Random&) {
    const plain::Position plain = to_reference(board, position);
    const int own = ways_to_connect(plain, plain.side);
    const int theirs = ways_to_connect(plain, plain::opponent(plain.side));
    const int places = arena_of(board, position).place_count();
    const bool is_quiet = own == 0 && theirs <= 1;
    const bool fits = places >= crowd.min_arena && places <= crowd.max_arena;
    EXPECT_EQ(is_promising(board, position, crowd), is_quiet && fits) << plain;
    ++met[is_quiet && fits ? "promising" : is_quiet ? "arena" : own > 0 ? "own" : "theirs"];
    if (!is_quiet) return;
    met["one way"] += theirs;
    CrowdSettings bounds = crowd;
    bounds.min_arena = bounds.max_arena = places;
    EXPECT_TRUE(is_promising(board, position, bounds)) << plain;
    bounds.min_arena = bounds.max_arena = places + 1;
    EXPECT_FALSE(is_promising(board, position, bounds)) << plain;
    bounds.min_arena = bounds.max_arena = places - 1;
    EXPECT_FALSE(is_promising(board, position, bounds)) << plain;
  });
  for (const char* const kind : {"promising", "arena", "own", "theirs", "one way"}) {
    EXPECT_GT(met[kind], 10) << kind;
  }
}

TEST(RandomPositions, ThatRepeatNeedNotBePromising) {
  const auto is_promising_at = [](const std::string& text) {
    return with_position(text, [](const auto& board, const auto& position) {
      return is_promising(board, position, CrowdSettings{});
    });
  };
  // V can connect with C2 or B3, one move too many. (H stops both with B3, which captures.)
  EXPECT_FALSE(is_promising_at("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H"));
  // Here H has at most one connecting move: D5 in the first position, none in the second.
  EXPECT_TRUE(is_promising_at("VHH1H/HH1H1/V2VV/VHV1H/H1VVH AB23:H V"));
  EXPECT_TRUE(is_promising_at("VVH1H/V1VVV/H1H2/1HVHH/VH1VV - V"));
}

TEST(RandomPositions, NeighboursDifferInThreePlacesAtMost) {
  std::map<int, int> met;
  for_random_positions(200, {}, [&](const auto& board, const auto& position, Random& random) {
    for (int i = 0; i < 5; ++i) {
      const auto neighbour = random_neighbour(board, position, random);
      if (!neighbour) continue;
      expect_legal_and_unfinished(board, *neighbour);
      EXPECT_EQ(neighbour->to_move, position.to_move);
      const auto changed =
          (position.stones[0] ^ neighbour->stones[0]) | (position.stones[1] ^ neighbour->stones[1]);
      EXPECT_LE(changed.count(), 3);
      ++met[changed.count()];
    }
  });
  for (const int changes : {1, 2, 3}) EXPECT_GT(met[changes], 10) << changes;
}

TEST(RandomPositions, DependOnTheGeneratorAlone) {
  const WideBoard<1> board({5, 5});
  Random one(7);
  Random two(7);
  for (int i = 0; i < 100; ++i) {
    const auto position = random_crowded_position(board, {}, one);
    ASSERT_EQ(position, random_crowded_position(board, {}, two));
    if (!position) continue;
    ASSERT_EQ(random_neighbour(board, *position, one), random_neighbour(board, *position, two));
  }
  EXPECT_EQ(one, two);
}

}  // namespace
}  // namespace onyx::test
