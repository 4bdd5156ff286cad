// Tests plantings, which are positions that copy the arena of another position to a new place: they
// are legal on boards of every kind, and many repeat if the source does.

#include <span>

#include "experiments/repetition/find/random_positions.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/repetition/recurrence.h"
#include "tests/support.h"

namespace onyx::test {
namespace {

TEST(Plantings, AreLegalAndKeepWhatIsEmpty) {
  Random random(3);
  const CrowdSettings crowd{1, 6, 20, 0, 1000};
  for (const BoardSize size : {BoardSize{2, 2}, {2, 9}, {9, 2}, {3, 4}, {5, 5}, {8, 7}, {20, 20}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      int made = 0;
      for (int attempt = 0; attempt < 2000; ++attempt) {
        const auto source = random_crowded_position(board, crowd, random);
        if (!source) continue;
        const auto planted = random_planting(board, *source, random);
        if (!planted) continue;
        ++made;
        const plain::Position plain = to_reference(board, *planted);
        EXPECT_EQ(plain::fault(plain), "") << plain;
        EXPECT_FALSE(plain::connected(plain, 'V') || plain::connected(plain, 'H')) << plain;
        EXPECT_EQ((board.points() - planted->occupied()).count(),
                  (board.points() - source->occupied()).count());
      }
      EXPECT_GT(made, size.width < 20 ? 10 : 0) << size.width << " x " << size.height;
    });
  }
}

TEST(Plantings, OftenRepeatElsewhere) {
  const WideBoard<2> board({8, 8});
  const WidePosition<2> source = parse_position(
      board, "HVVVVVVV/HHHVHHHH/HHHVHVVH/HHV1V1VH/HHVV1VVH/HHHHHVHH/HHVVVVVH/HVVVVVVV - H");
  Random random(5);
  int repeating = 0;
  int moved = 0;
  for (int i = 0; i < 300; ++i) {
    const auto planted = random_planting(board, source, random);
    if (!planted) continue;
    const auto solution = solve_graph<2>(board, std::span<const WidePosition<2>>(&*planted, 1), {});
    const bool repeats =
        !recurrent_classes(solution.solved.graph, solution.solved.outcomes).empty();
    repeating += repeats ? 1 : 0;
    const auto empty = board.points() - source.occupied();
    moved += repeats && board.points() - planted->occupied() != empty ? 1 : 0;
  }
  EXPECT_GT(repeating, 30);
  EXPECT_GT(moved, 15);
}

}  // namespace
}  // namespace onyx::test
