// Tests loops over whole boards, with groups of blocks large enough to be split among threads. The
// thread sanitizer finds blocks of one group that read each other.
#include "solver/engine/tier_run/whole_board.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "tests/solver/whole_boards.h"

namespace onyx {
namespace {

WholeBoard solve(BoardSize size, const WholeBoardSettings& settings = {}, const Stop& stop = {}) {
  return with_board(
      size, [&](const auto& board) { return solve_whole_board(board, settings, {}, stop); });
}

using test::counts_of;
using test::expect_counts;
using test::TierComparison;

void expect_same_for_any_threads(BoardSize size, WholeBoardSettings settings) {
  settings.threads = Threads::one;
  const WholeBoard one = solve(size, settings);
  settings.threads = Threads::all;
  for (const std::size_t threads : {1U, 2U, 4U}) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    const WholeBoard all = solve(size, settings);
    expect_counts(all, one.counts);
    EXPECT_EQ(all.most_sweeps, one.most_sweeps);
    EXPECT_EQ(all.peak_bytes, one.peak_bytes);
    EXPECT_EQ(all.histogram, one.histogram);
  }
}

TEST(Parallel, WholeBoardIsTheSameForAnyNumberOfThreads) {
  for (const BoardSize size : {BoardSize{2, 6}, {4, 3}, {2, 7}}) {
    expect_same_for_any_threads(size, {});
  }
}

TEST(Parallel, DistancesAreTheSameForAnyNumberOfThreads) {
  WholeBoardSettings settings;
  settings.with_distances = true;
  expect_same_for_any_threads({2, 6}, settings);
}

TEST(Parallel, WholeBoardTableWithTwoThreads) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  const WideBoard<1> board({3, 3});
  const plain::Table table(3, 3);
  TierComparison<1> compare(board, table);
  const WholeBoard found =
      solve_whole_board(board, {}, [&](const SolvedTier<1>& tier) { compare(tier); });
  expect_counts(found, counts_of(table));
  EXPECT_EQ(compare.wrong(), 0U);
}

}  // namespace
}  // namespace onyx
