// The player with five levels: its moves are legal and reproducible, values that it calls proved
// are true, and higher levels play better. Also tests the resistances that it uses (resistance.h).
#include "solver/play/opponent.h"

#include <gtest/gtest.h>

#include <set>

#include "solver/decide/wide_decider.h"
#include "solver/play/resistance.h"
#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

TEST(Opponent, PlaysALegalMoveAtEveryLevelOnEveryBoard) {
  for (const BoardSize size : test::kShapes) {
    for (int level = 1; level <= kMostLevel; level += test::one_in(2)) {
      with_board(size, [&](const auto& board) {
        const std::string text = format_position(board, open_setup(board));
        Stop stop;
        stop.work = 200;
        const ChosenMove chosen = choose_move(text, level, 1, stop);
        EXPECT_NO_THROW(parse_move(board, open_setup(board), chosen.move)) << text << level;
        EXPECT_EQ(choose_move(text, level, 1, stop).move, chosen.move) << text << level;
      });
    }
  }
}

TEST(Opponent, VariesWithTheSeed) {
  for (int level = 1; level <= 3; ++level) {
    std::set<std::string> moves;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      moves.insert(choose_move("open:5x5", level, seed).move);
    }
    EXPECT_GT(moves.size(), 2U) << level;
  }
}

TEST(Opponent, ClaimsOnlyWhatIsTrue) {
  test::Rng rng(12);
  int proved = 0;
  for (const BoardSize size : {BoardSize{4, 5}, BoardSize{5, 5}}) {
    const WideBoard<1> board(size);
    WideDecider<1> decider(board);
    for (int round = 0; round < 150; ++round) {
      const WidePosition<1> position =
          test::crowded_position(board, test::random_below(rng, 12) + 1, 15, false, rng);
      const std::string text = format_position(board, position);
      const Decision decision = decider.decide(position);
      ASSERT_TRUE(decision.is_decided());
      for (const int level : {1, 3, 4, 5}) {
        const ChosenMove chosen = choose_move(text, level, 3);
        if (!chosen.value) continue;
        ++proved;
        ASSERT_EQ(*chosen.value, decision.claim) << text << " level " << level;
        if (chosen.plies && decision.distance >= 0) {
          ASSERT_GE(*chosen.plies, decision.distance) << text << " level " << level;
        }
        if (decision.claim == win_of(other(position.to_move))) continue;
        const auto next = successor(board, position, parse_move(board, position, chosen.move));
        ASSERT_EQ(decider.decide(next).claim, decision.claim)
            << text << " level " << level << ' ' << chosen.move;
      }
    }
  }
  EXPECT_GT(proved, 500);
  // Only one move keeps this draw.
  const ChosenMove drawn = choose_move("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", 5, 1);
  EXPECT_EQ(drawn.value, Claim::draw);
  EXPECT_EQ(drawn.move, "B3*");
}

TEST(Opponent, ReturnsAMoveAfterTheDeadline) {
  Stop stop;
  stop.deadline = Stop::Clock::now();
  for (int level = 1; level <= kMostLevel; ++level) {
    const WideBoard<4> board({12, 12});
    EXPECT_NO_THROW(parse_move(board, standard_setup(board),
                               choose_move("standard:12x12", level, 1, stop).move));
  }
}

TEST(Opponent, RefusesFinishedGamesAndNonsense) {
  EXPECT_THROW(choose_move("VV/HH - H", 3, 1), InputError);
  EXPECT_THROW(choose_move("V1/V1 - H", 3, 1), InputError);
  EXPECT_THROW(choose_move("nonsense", 3, 1), InputError);
}

/// Whether V wins a game in which V and H play at the levels `levels`.
bool v_wins(const WideBoard<1>& board, WidePosition<1> position, std::array<int, 2> levels,
            std::uint64_t seed) {
  for (std::uint64_t ply = 0; ply < 200 && !is_finished(board, position); ++ply) {
    const int level = levels[static_cast<std::size_t>(index_of(position.to_move))];
    const std::string move =
        choose_move(format_position(board, position), level, seed * 1000 + ply).move;
    position = successor(board, position, parse_move(board, position, move));
  }
  return is_finished(board, position) && position.to_move == Player::H;
}

TEST(Opponent, HigherLevelsPlayBetter) {
  const WideBoard<1> board({6, 6});
  for (const auto& [low, high] : {std::pair{1, 3}, std::pair{2, 4}}) {
    int won = 0;
    for (std::uint64_t game = 0; game < 5; ++game) {
      won += v_wins(board, standard_setup(board), {high, low}, game) ? 1 : 0;
      won += v_wins(board, standard_setup(board), {low, high}, game) ? 0 : 1;
    }
    EXPECT_GE(won, 8) << low << " against " << high;
  }
}

TEST(Resistance, FallsWithOwnStonesAndRisesWithOthers) {
  const WideBoard<2> board({8, 8});
  ResistanceNetwork<2> network(board);
  const auto resistance = [&](const WidePosition<2>& position, Player player) {
    Current<2> current;
    network.compute(position, player, nullptr, current);
    return current.resistance;
  };
  WidePosition<2> position;
  const double empty = resistance(position, Player::V);
  EXPECT_NEAR(empty, resistance(position, Player::H), 0.02 * empty);
  position.of(Player::V).add(parse_place(board.geometry(), "D4"));
  EXPECT_LT(resistance(position, Player::V), empty);
  EXPECT_GT(resistance(position, Player::H), empty);
  // A wall of H's stones blocks V.
  for (const char* name : {"A4", "B4", "C4", "E4", "F4", "G4", "H4"}) {
    position.of(Player::H).add(parse_place(board.geometry(), name));
  }
  position.of(Player::V).remove(parse_place(board.geometry(), "D4"));
  position.of(Player::H).add(parse_place(board.geometry(), "D4"));
  EXPECT_EQ(resistance(position, Player::V), Current<2>::kBlocked);
}

TEST(Resistance, IsNearlyTheSameFromASimilarPosition) {
  const WideBoard<2> board({8, 8});
  ResistanceNetwork<2> network(board);
  test::Rng rng(3);
  for (int round = 0; round < 50; ++round) {
    const WidePosition<2> position =
        test::crowded_position(board, 25 + test::random_below(rng, 30), 10, false, rng);
    Current<2> before;
    Current<2> after;
    Current<2> fresh;
    network.compute(position, Player::H, nullptr, before);
    const Place move = placements(board, position).lowest();
    const WidePosition<2> next = successor(board, position, move);
    if (is_finished(board, next) || is_connected(board, next.of(Player::H), Player::H)) continue;
    network.compute(next, Player::H, &before, after);
    network.compute(next, Player::H, nullptr, fresh);
    EXPECT_NEAR(after.resistance, fresh.resistance, 0.25 * fresh.resistance)
        << format_position(board, next);
  }
}

}  // namespace
}  // namespace onyx
