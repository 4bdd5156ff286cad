// Tiers with their table on disk, compared with tiers in memory.
#include "solver/engine/tier/tier_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <system_error>

#include "core/notation.h"
#include "solver/engine/tier/tier_solver.h"
#include "solver/engine/tier_run/whole_board.h"
#include "solver/repetition/arena.h"
#include "tests/solver/engine/tier/tier_facts.h"
#include "tests/temporary_folder.h"

namespace onyx::test {
namespace {

/// Checks, for chunks of all sizes, that a table in a file in `folder` gives the same facts and
/// slices as a table in memory. Returns the number of drawn colourings.
std::uint64_t expect_equal(const WideBoard<1>& board, const TierTask<1>& task,
                           const std::filesystem::path& folder, int most_top = 20) {
  const auto cells = static_cast<int>(task.cells.size());
  TierSolver in_memory(cells, Threads::one);
  AllSlices expected(task, board);
  const std::vector<TierFacts> facts = facts_of(board, task, in_memory, expected);
  EXPECT_GE(cells, tier::kLowCells + tier::kMiddleCells + 1);
  for (int top = 1; top <= std::min(most_top, cells - tier::kLowCells - tier::kMiddleCells);
       ++top) {
    // This memory limit leaves only two chunks in memory, so all chunks are read repeatedly.
    TierSolver on_disk(cells, top, {folder, 1}, Threads::one);
    AllSlices found(task, board);
    EXPECT_EQ(facts_of(board, task, on_disk, found), facts) << top;
    expect_equal_slices(found, expected);
  }
  std::uint64_t drawn = 0;
  for (const TierFacts& tier : facts) drawn += tier.drawn.size();
  return drawn;
}

TEST(TierTable, OnDiskGivesTheSameTiers) {
  const TemporaryFolder folder;
  for (const BoardSize size : {BoardSize{3, 3}, {2, 5}, {3, 4}}) {
    const WideBoard<1> board(size);
    expect_equal(board, whole_board_task(board), folder.path());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "the file has a name";
  }
  // Chunks of 2x7 are so large that few of their tiles may be open; separate code handles this.
  const WideBoard<1> board({2, 7});
  expect_equal(board, whole_board_task(board), folder.path(), 1);
}

TEST(TierTable, OnDiskGivesTheSameDraws) {
  const WideBoard<1> board({4, 5});
  const WidePosition<1> root = parse_position(board, "VVHH/V1VV/H1H1/1HVH/VV1V BC12:H V");
  TierTask<1> task = arena_task(board, root, arena_of(board, root));
  const TemporaryFolder folder;
  EXPECT_GT(expect_equal(board, task, folder.path()), 0U);
}

TEST(TierTable, OnAMemoryDiskGivesTheSameTiers) {
  if (!std::filesystem::exists("/dev/shm")) GTEST_SKIP() << "there is no /dev/shm";
  const WideBoard<1> board({3, 3});
  expect_equal(board, whole_board_task(board), "/dev/shm");
}

TEST(TierTable, LessMemoryGivesSmallerChunks) {
  int before = 0;
  for (const int bits : {32, 28, 24, 20}) {
    const int top = TierTable::top_cells_for(15, std::uint64_t{1} << bits);
    EXPECT_GT(top, before);
    before = top;
  }
  EXPECT_EQ(TierTable::top_cells_for(15, 4096), -1);
}

TEST(TierTable, NeedsAnExistingFolder) {
  EXPECT_THROW(TierSolver(12, 1, {"/dev/null/none", 1}), std::system_error);
}

}  // namespace
}  // namespace onyx::test
