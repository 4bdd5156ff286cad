// The arena and the explorer find the same value, distance and best moves of a position.
#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/engine/graph/strategy.h"
#include "solver/repetition/arena.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

template <int W>
void expect_same_answer(const WideBoard<W>& board, const WidePosition<W>& position) {
  const auto solved = test::solved_from(board, std::vector{position}, Threads::one);
  const StateId root = solved.graph.roots.front();
  const auto answer =
      solve_in_arena(board, position, arena_of(board, position), nullptr, Threads::one);
  const std::string text = format_position(board, position);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->outcome, solved.outcomes[root]) << text;
  EXPECT_EQ(answer->best_moves, best_moves(board, solved, root)) << text;
}

TEST(ArenaAnswer, AgreesWithTheExplorer) {
  test::Rng rng(77);
  int with_midpoints = 0;
  for (const BoardSize size : {BoardSize{4, 4}, {4, 5}, {5, 5}, {6, 6}, {9, 8}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int done = 0; done < 60;) {
        const WidePosition<W> position = test::crowded_position(board, 3, 9, false, rng);
        const Arena<W> arena = arena_of(board, position);
        if (arena.place_count() > 9 || is_finished(board, position)) continue;
        with_midpoints += arena.midpoints.any() ? 1 : 0;
        expect_same_answer(board, position);
        ++done;
      }
    });
  }
  EXPECT_GT(with_midpoints, 0);
}

TEST(ArenaAnswer, KnowsDraws) {
  test::with_position(
      "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H",
      [](const auto& board, const auto& position) { expect_same_answer(board, position); });
}

}  // namespace
}  // namespace onyx
