// Results of virtual connections, compared with exact values: for every position reachable from
// crowded positions and from the last plies of games.
#include "solver/engine/tactics/virtual_connections.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

/// Counts that show whether the test got enough results.
struct Told {
  int positions = 0;
  int wins = 0;
  int losses = 0;
  int fewer_moves = 0;
  int longest = 0;  ///< The maximum number of plies in a result.
};

template <int W>
void expect_true(const WideBoard<W>& board, const std::map<WidePosition<W>, Outcome>& outcomes,
                 const WidePosition<W>& position, Told& told) {
  const Outlook<W> near = outlook_of(board, position);
  if (near.forecast != Forecast::open) return;
  ++told.positions;
  const std::string text = format_position(board, position);
  Outlook<W> far = near;
  look_for_connections(board, position, far);
  const Outcome outcome = outcomes.at(position);
  const auto after = [&](Place move) { return outcomes.at(successor(board, position, move)); };
  told.longest = std::max<int>(told.longest, far.plies);
  switch (far.forecast) {
    case Forecast::win:
      ++told.wins;
      EXPECT_EQ(outcome.value(), Value::win) << text;
      EXPECT_LE(outcome.distance(), far.plies) << text;
      ASSERT_TRUE(near.moves.has(far.move)) << text;
      EXPECT_EQ(after(far.move).value(), Value::loss) << text;
      EXPECT_LT(after(far.move).distance(), far.plies) << text;
      return;
    case Forecast::loss:
      ++told.losses;
      EXPECT_EQ(outcome.value(), Value::loss) << text;
      EXPECT_LE(outcome.distance(), far.plies) << text;
      return;
    case Forecast::open:
      EXPECT_TRUE(near.moves.contains(far.moves)) << text;
      EXPECT_TRUE(far.moves.any()) << text;
      (near.moves - far.moves).for_each([&](Place move) {
        ++told.fewer_moves;
        EXPECT_EQ(after(move).value(), Value::win)
            << text << ' ' << format_place(board.geometry(), move);
        EXPECT_LT(after(move).distance(), far.plies) << text;
      });
  }
}

TEST(VirtualConnections, AreRightInAllReachablePositions) {
  constexpr std::uint64_t kMostStates = 40'000;
  test::Rng rng(44);
  Told told;
  const auto look_at_all_from = [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
    const auto solved = test::solved_if_small(board, root, kMostStates);
    if (!solved) return;
    const auto outcomes = test::outcomes_by_position(*solved);
    for (const auto& [position, outcome] : outcomes) {
      if (!is_finished(board, position)) expect_true(board, outcomes, position, told);
    }
  };
  for (const BoardSize size :
       {BoardSize{3, 4}, {4, 4}, {5, 4}, {4, 5}, {5, 5}, {6, 6}, {3, 7}, {9, 7}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int i = 0; i < 40; i += test::one_in(8)) {
        // Captures are common with few free points, connections with more.
        const auto crowded =
            test::crowded_position(board, 5 + test::random_below(rng, 6), 8, false, rng);
        if (!is_finished(board, crowded)) look_at_all_from(board, crowded);
        for (const WidePosition<W>& position :
             test::random_game(board, open_setup(board), 90, rng)) {
          if (placements(board, position).count() > 10) continue;
          if (!is_finished(board, position)) look_at_all_from(board, position);
          break;
        }
      }
    });
  }
  EXPECT_GT(told.positions, 100'000 / test::one_in(8));
  EXPECT_GT(told.wins, 1000 / test::one_in(8));
  EXPECT_GT(told.losses, 1000 / test::one_in(8));
  EXPECT_GT(told.fewer_moves, 10'000 / test::one_in(8));
  EXPECT_GE(told.longest, 7);
}

}  // namespace
}  // namespace onyx::proof_number
