// Whole boards: all positions and their counts, compared with the full table of the plain engine.
#include "solver/engine/tier_run/whole_board.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/repetition/arena.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"
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

std::vector<BoardSize> boards_to_compare() {
  std::vector<BoardSize> boards = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2},
                                   {2, 5}, {5, 2}, {3, 3}, {2, 6}};
  // The plain table of 3x4 takes ten seconds under sanitizers.
  if (!test::kIsSanitized) boards.push_back({3, 4});
  return boards;
}

class WholeBoardTable : public testing::TestWithParam<BoardSize> {};

TEST_P(WholeBoardTable, EveryPosition) {
  with_board(GetParam(), []<int W>(const WideBoard<W>& board) {
    const plain::Table table(board.size().width, board.size().height);
    TierComparison<W> compare(board, table);
    const WholeBoard found =
        solve_whole_board(board, {}, [&](const SolvedTier<W>& tier) { compare(tier); });
    expect_counts(found, counts_of(table));
    EXPECT_EQ(compare.slots_met(), table.slots());
    EXPECT_EQ(compare.wrong(), 0U);
  });
}

/// Separate code computes values with distances, so this test compares them again.
class WholeBoardDistances : public testing::TestWithParam<BoardSize> {};

TEST_P(WholeBoardDistances, EveryPosition) {
  with_board(GetParam(), []<int W>(const WideBoard<W>& board) {
    const plain::Table table(board.size().width, board.size().height);
    TierComparison<W> compare(board, table);
    WholeBoardSettings settings;
    settings.with_distances = true;
    const WholeBoard found =
        solve_whole_board(board, settings, [&](const SolvedTier<W>& tier) { compare(tier); });
    expect_counts(found, counts_of(table));
    EXPECT_EQ(compare.slots_met(), table.slots());
    EXPECT_EQ(compare.wrong(), 0U);
    EXPECT_EQ(found.histogram.size(), static_cast<std::size_t>(table.longest_distance()) + 1);
    std::uint64_t decided = 0;
    for (const std::uint64_t count : found.histogram) decided += count;
    EXPECT_EQ(decided, found.counts.both().wins + found.counts.both().losses);
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, WholeBoardDistances,
                         testing::Values(BoardSize{2, 2}, BoardSize{2, 3}, BoardSize{3, 2},
                                         BoardSize{2, 4}, BoardSize{4, 2}, BoardSize{2, 5},
                                         BoardSize{5, 2}, BoardSize{3, 3}),
                         test::name_of_shape);

INSTANTIATE_TEST_SUITE_P(Boards, WholeBoardTable, testing::ValuesIn(boards_to_compare()),
                         test::name_of_shape);

/// No small board has draws, so this uses an arena: the draws are the same with and without
/// distances, and every outcome equals the explorer's.
TEST(TierDistances, AgreeWithTheExplorerWhereThereAreDraws) {
  for (const std::string text : {"HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H"}) {
    test::with_position(text, []<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
      const Arena<W> arena = arena_of(board, root);
      TierTask<W> task{root, in_cell_order(board, arena.points), {}, {}, true};
      arena.midpoints.for_each([&](Place midpoint) { task.midpoints.push_back(midpoint); });
      Symmetry identity;
      for (Place place = 0; place < board.place_count(); ++place) identity.image.push_back(place);
      task.group.push_back(identity);
      TierSolver solver(static_cast<int>(task.cells.size()));
      const auto solved = test::solved_from(board, std::vector{root}, Threads::one);
      const auto expected = test::outcomes_by_position(solved);
      std::uint64_t met = 0;
      std::uint64_t drawn = 0;
      const auto visit = [&](const SolvedTier<W>& tier) {
        drawn += tier.solver.counts().both().draws;
        for (const auto& [position, outcome] : expected) {
          Colouring colouring;
          WidePosition<W> rest = position;
          for (std::size_t cell = 0; cell < task.cells.size(); ++cell) {
            for (std::size_t player = 0; player < 2; ++player) {
              if (!position.stones[player].has(task.cells[cell])) continue;
              colouring.stones[player] |= CellSet{1} << cell;
              rest.stones[player].remove(task.cells[cell]);
            }
          }
          if (rest.stones != tier.fixed.stones) continue;
          ++met;
          EXPECT_EQ(tier.solver.outcome(colouring, position.to_move), outcome);
        }
      };
      EXPECT_TRUE(TierRun<W>(board, task, solver, Threads::all).run(visit));
      EXPECT_EQ(met, expected.size());
      EXPECT_GT(drawn, 0U);
      EXPECT_EQ(drawn, ArenaSolver<W>(board).drawn(root, arena).graph.state_count());
    });
  }
}

TEST(WholeBoard, CountsOfReflectionsHaveTheSidesExchanged) {
  for (const auto& [width, height] : {std::pair{2, 3}, {2, 4}, {2, 5}, {2, 6}, {2, 7}, {3, 4}}) {
    const WholeBoard found = solve({width, height});
    expect_counts(solve({height, width}), found.counts.times(0, 1));
  }
  // The numbers come from the plain table, which takes a minute.
  const WholeBoard found = solve({2, 7});
  EXPECT_EQ(found.counts.both(), (ValueCounts{46'286'845, 119'425'517, 0, 92'567'964}));
}

/// With a limit of 1 byte, all connection tables that are not in use are evicted.
TEST(WholeBoard, RebuildsEvictedConnectionTables) {
  const WideBoard<1> board({3, 4});
  const TierTask<1> task = whole_board_task(board);
  TierSolver solver(12);
  CountsBySide counts;
  TierRun<1> run(board, task, solver, Threads::all, 1);
  EXPECT_TRUE(run.run([&](const SolvedTier<1>& tier) { counts += tier.counts(); }));
  EXPECT_EQ(counts.both(), (ValueCounts{12878541, 10108398, 0, 5710875}));
}

TEST(WholeBoard, ReportsProgress) {
  Stop stop;
  std::uint64_t last = 0;
  stop.progress = [&](const Reached& progress) {
    EXPECT_EQ(progress.known, 27U);
    EXPECT_GT(progress.done, last);
    last = progress.done;
  };
  EXPECT_EQ(solve({3, 4}, {}, stop).end, End::complete);
  EXPECT_EQ(last, 27U);
}

TEST(WholeBoard, EndsWhenInterrupted) {
  std::atomic<bool> interrupt{false};
  Stop stop;
  stop.interrupt = &interrupt;
  std::uint64_t reached = 0;
  stop.progress = [&](const Reached& progress) {
    reached = progress.done;
    interrupt = reached >= 5;
  };
  EXPECT_EQ(solve({3, 4}, {}, stop).end, End::interrupted);
  EXPECT_EQ(reached, 5U);
}

TEST(WholeBoard, MemoryIsKnownBeforehand) {
  for (const BoardSize size : test::all_sizes()) {
    EXPECT_TRUE(std::isfinite(whole_board_bytes(size))) << format_board_size(size);
    if (point_count(size) > 14) continue;
    const auto taken = static_cast<double>(solve(size).peak_bytes);
    EXPECT_GE(whole_board_bytes(size), taken) << format_board_size(size);
    EXPECT_LE(whole_board_bytes(size), 4 * taken) << format_board_size(size);
  }
  // A block of 243 colourings takes 192 bytes (tier_solver.h).
  EXPECT_GT(whole_board_bytes({4, 5}), std::pow(3.0, 20) / 243 * 192);
}

}  // namespace
}  // namespace onyx
