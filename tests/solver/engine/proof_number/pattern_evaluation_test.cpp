// The evaluation learns from positions, changes the initial proof numbers, and saves nodes.
#include "solver/engine/proof_number/pattern_evaluation.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/engine/proof_number/first_numbers.h"
#include "solver/engine/proof_number/found_value.h"
#include "tests/sanitized.h"

namespace onyx::proof_number {
namespace {

template <int W>
LogOdds odds_after(PatternEvaluation<W>& evaluation, const WidePosition<W>& position, Place place) {
  evaluation.look_at(position);
  return evaluation.after(place);
}

TEST(PatternEvaluation, KnowsNothingAtFirst) {
  for (const char* setup : {"open:2x3", "standard:6x6", "open:9x7", "standard:12x12"}) {
    with_board(board_size_of(setup), [&]<int W>(const WideBoard<W>& board) {
      PatternEvaluation<W> evaluation(board);
      const WidePosition<W> position = parse_position(board, setup);
      placements(board, position).for_each([&](Place place) {
        EXPECT_EQ(odds_after(evaluation, position, place), 0);
      });
    });
  }
}

TEST(PatternEvaluation, OddsGoTowardsTheOutcomeAndReachIt) {
  const WideBoard<1> board({5, 5});
  PatternEvaluation<1> evaluation(board);
  const WidePosition<1> root = parse_position(board, "5/5/2V2/1H3/5 - V");
  const Place good = board.geometry().point_at(1, 2);
  const Place bad = board.geometry().point_at(4, 4);
  LogOdds before = 0;
  for (int i = 0; i < 200; ++i) {
    evaluation.learn(successor(board, root, good), Player::V);
    evaluation.learn(successor(board, root, bad), Player::H);
    const LogOdds now = odds_after(evaluation, root, good);
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_GT(odds_after(evaluation, root, good), kLogOddsUnit);
  EXPECT_LT(odds_after(evaluation, root, bad), -kLogOddsUnit);
  // The weights can be unlearnt, because they are bounded.
  for (int i = 0; i < 2000; ++i) evaluation.learn(successor(board, root, good), Player::H);
  EXPECT_LT(odds_after(evaluation, root, good), -kLogOddsUnit);
}

// after() derives the odds with two stones from the odds with one; the order must not matter.
TEST(PatternEvaluation, TwoMovesAreWorthTheSameInEitherOrder) {
  const WideBoard<1> board({4, 6});
  PatternEvaluation<1> evaluation(board);
  const WidePosition<1> root = parse_position(board, "4/1V2/2H1/4/H1V1/4 - V");
  const PlaceSet<1> free = board.points() - root.occupied();
  free.for_each([&](Place place) {
    evaluation.learn(successor(board, root, place), place % 3 == 0 ? Player::V : Player::H);
  });
  const auto with_own_stone = [&](Place place) {
    WidePosition<1> position = successor(board, root, place);
    position.to_move = root.to_move;
    return position;
  };
  free.for_each([&](Place first) {
    free.for_each([&](Place second) {
      if (first == second) return;
      EXPECT_EQ(odds_after(evaluation, with_own_stone(first), second),
                odds_after(evaluation, with_own_stone(second), first));
    });
  });
}

TEST(FirstNumbers, GoodOddsAndFewMovesMakeThemSmall) {
  const FirstNumbers numbers(48);
  const Numbers even = numbers(16, 0, true);
  EXPECT_EQ(even, (Numbers{kEvenNumber, 8 * kEvenNumber}));
  EXPECT_EQ(numbers(16, 0, false), (Numbers{even.disproof, even.proof}));
  EXPECT_LT(numbers(9, 0, true).disproof, even.disproof);
  // The value of n moves is 2 sqrt(n) up to 46 moves, then 2 (n - 40).
  const FirstNumbers of_12x12(205);
  EXPECT_LT(of_12x12(46, 0, true).disproof, 14 * kEvenNumber);
  EXPECT_EQ(of_12x12(140, 0, true).disproof, 200 * kEvenNumber);
  const Numbers good = numbers(16, 2 * kLogOddsUnit, true);
  EXPECT_LT(good.proof, even.proof);
  EXPECT_GT(good.disproof, even.disproof);
  const Numbers bad = numbers(16, -2 * kLogOddsUnit, true);
  EXPECT_GT(bad.proof, even.proof);
  EXPECT_LT(bad.disproof, even.disproof);
  // A position is never called solved, however large the odds.
  for (const LogOdds odds : {-1000 * kLogOddsUnit, 1000 * kLogOddsUnit}) {
    for (const int mobility : {1, 48}) EXPECT_FALSE(numbers(mobility, odds, true).is_solved());
  }
}

std::uint64_t nodes_to_solve(const char* setup, Player winner, bool has_evaluation) {
  Techniques techniques;
  techniques.evaluation = has_evaluation;
  return with_board(board_size_of(setup), [&]<int W>(const WideBoard<W>& board) {
    ProofTable<W> table(std::uint64_t{1} << 28);
    Searcher<W> searcher(board, table, 1, techniques);
    const FoundValue<W> value = find_value(searcher, parse_position(board, setup), {});
    EXPECT_EQ(value.end, End::complete);
    EXPECT_EQ(value.winner, winner);
    return searcher.nodes();
  });
}

// With one thread, node counts are the same on all machines. The first search includes restarts.
TEST(PatternEvaluation, SavesNodes) {
  if (test::kIsSanitized) GTEST_SKIP() << "takes long";
  const std::uint64_t nodes = nodes_to_solve("standard:6x6", Player::V, true);
  EXPECT_GT(nodes, 2 * kFirstRestart);
  EXPECT_LT(nodes, nodes_to_solve("standard:6x6", Player::V, false));
  EXPECT_LT(nodes_to_solve("5/5/5/5/5 BC34:V H", Player::H, true),
            nodes_to_solve("5/5/5/5/5 BC34:V H", Player::H, false));
}

}  // namespace
}  // namespace onyx::proof_number
