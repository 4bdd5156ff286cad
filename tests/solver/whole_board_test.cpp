// Whole boards against the slow full table of the plain engine: counts, and every single position.
#include "solver/tiers/whole_board.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "solver/tiers/arena.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

using test::kPlayers;

CountsBySide counts_of(const plain::Table& table) {
  CountsBySide result;
  for (std::size_t side = 0; side < 2; ++side) {
    const plain::Counts counts = table.counts("VH"[side]);
    result.to_move[side] = {counts.wins, counts.losses, counts.draws, counts.illegal};
  }
  return result;
}

std::string text_of(const ValueCounts& counts) {
  return std::to_string(counts.wins) + " wins, " + std::to_string(counts.losses) + " losses, " +
         std::to_string(counts.draws) + " draws, " + std::to_string(counts.illegal) + " illegal";
}

void expect_counts(const WholeBoard& found, const CountsBySide& expected) {
  EXPECT_TRUE(found.is_complete);
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_EQ(text_of(found.counts.to_move[side]), text_of(expected.to_move[side])) << "VH"[side];
  }
}

/// Nothing for what is illegal.
std::optional<Value> value_of(const plain::Entry& entry) {
  switch (entry.value) {
    case plain::Value::kWin:
      return Value::win;
    case plain::Value::kLoss:
      return Value::loss;
    case plain::Value::kDraw:
      return Value::draw;
    case plain::Value::kIllegal:
      break;
  }
  return std::nullopt;
}

/// Holds every position of a tier, and all that are symmetric to it, against the table.
template <int W>
class TierComparison {
 public:
  TierComparison(const Board<W>& board, const plain::Table& table)
      : board_(board), table_(table), met_(table.slots()) {
    std::uint64_t weight = 1;
    for (int i = 0; i < board.place_count(); ++i, weight *= 3) weights_.push_back(weight);
  }

  void operator()(const SolvedTier<W>& tier) {
    Colouring colouring;
    Position<W> position = tier.fixed;
    compare_from(tier, 0, colouring, position);
  }

  std::uint64_t slots_met() const {
    return static_cast<std::uint64_t>(std::count(met_.begin(), met_.end(), true));
  }
  std::uint64_t wrong() const { return wrong_; }

 private:
  /// All colourings of the cells from `cell` on; the earlier ones are as they are.
  void compare_from(const SolvedTier<W>& tier, std::size_t cell, Colouring& colouring,
                    Position<W>& position) {
    if (cell == tier.cells.places.size()) {
      for (const Player player : kPlayers) {
        position.to_move = player;
        compare(
            position, tier.solver.value(colouring, player),
            tier.solver.has_distances() ? tier.solver.outcome(colouring, player) : std::nullopt);
      }
      return;
    }
    compare_from(tier, cell + 1, colouring, position);
    for (std::size_t player = 0; player < 2; ++player) {
      colouring.stones[player] |= CellSet{1} << cell;
      position.stones[player].add(tier.cells.places[cell]);
      compare_from(tier, cell + 1, colouring, position);
      position.stones[player].remove(tier.cells.places[cell]);
      colouring.stones[player] &= ~(CellSet{1} << cell);
    }
  }

  /// `outcome`: nothing if distances are not known.
  void compare(const Position<W>& position, std::optional<Value> value,
               std::optional<Outcome> outcome) {
    for (const Symmetry& symmetry : group_) {
      const Position<W> image = symmetry(position);
      const std::uint64_t slot = slot_of(image);
      met_[slot] = true;
      const plain::Entry entry = table_.entry(slot);
      const bool is_distance_right =
          !outcome || outcome->is_draw() || outcome->distance() == static_cast<int>(entry.distance);
      if (value == value_of(entry) && is_distance_right) continue;
      // One example is enough.
      if (wrong_++ == 0) {
        ADD_FAILURE() << test::to_plain(board_, image) << " is " << entry << ", not "
                      << (value ? std::to_string(static_cast<int>(*value)) : "illegal");
      }
    }
  }

  /// As plain/retrograde.h numbers them; the numbers of places are the same.
  std::uint64_t slot_of(const Position<W>& position) const {
    std::uint64_t number = 0;
    position.of(Player::V).for_each([&](Place place) { number += weights_[place]; });
    position.of(Player::H).for_each([&](Place place) { number += 2 * weights_[place]; });
    return 2 * number + (position.to_move == Player::H ? 1 : 0);
  }

  const Board<W>& board_;
  const plain::Table& table_;
  const std::vector<Symmetry> group_ = symmetries_of(board_.geometry());
  std::vector<std::uint64_t> weights_;
  std::vector<bool> met_;  ///< By slot.
  std::uint64_t wrong_ = 0;
};

class WholeBoardTable : public testing::TestWithParam<BoardSize> {};

TEST_P(WholeBoardTable, EveryPosition) {
  with_board(GetParam(), []<int W>(const Board<W>& board) {
    const plain::Table table(board.size().width, board.size().height);
    TierComparison<W> compare(board, table);
    const WholeBoard found =
        solve_whole_board(board, {}, [&](const SolvedTier<W>& tier) { compare(tier); });
    expect_counts(found, counts_of(table));
    EXPECT_EQ(compare.slots_met(), table.slots());
    EXPECT_EQ(compare.wrong(), 0U);
  });
}

/// Layers decide values by a way of their own, so these are compared again.
class WholeBoardDistances : public testing::TestWithParam<BoardSize> {};

TEST_P(WholeBoardDistances, EveryPosition) {
  with_board(GetParam(), []<int W>(const Board<W>& board) {
    const plain::Table table(board.size().width, board.size().height);
    TierComparison<W> compare(board, table);
    WholeBoardLimits limits;
    limits.with_distances = true;
    const WholeBoard found =
        solve_whole_board(board, limits, [&](const SolvedTier<W>& tier) { compare(tier); });
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

INSTANTIATE_TEST_SUITE_P(Boards, WholeBoardTable,
                         testing::Values(BoardSize{2, 2}, BoardSize{2, 3}, BoardSize{3, 2},
                                         BoardSize{2, 4}, BoardSize{4, 2}, BoardSize{2, 5},
                                         BoardSize{5, 2}, BoardSize{3, 3}, BoardSize{2, 6},
                                         BoardSize{3, 4}),
                         test::name_of_shape);

/// Arenas that hold drawn positions, which no small board does: the same draws with distances as
/// without, and every outcome as the explorer has it.
TEST(TierDistances, AgreeWithTheExplorerWhereThereAreDraws) {
  for (const std::string text : {"HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H"}) {
    test::with_position(text, []<int W>(const Board<W>& board, const Position<W>& root) {
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
          Position<W> rest = position;
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
    const WholeBoard found = solve_whole_board({width, height});
    expect_counts(solve_whole_board({height, width}), found.counts.times(0, 1));
  }
  // By the plain table, which takes a minute.
  const WholeBoard found = solve_whole_board({2, 7});
  EXPECT_EQ(found.counts.both(), (ValueCounts{46'286'845, 119'425'517, 0, 92'567'964}));
}

TEST(WholeBoard, SaysHowFarItIs) {
  WholeBoardLimits limits;
  std::uint64_t last = 0;
  limits.progress = [&](const WholeBoardProgress& progress) {
    EXPECT_EQ(progress.tiers, 27U);
    EXPECT_GT(progress.tiers_done, last);
    last = progress.tiers_done;
  };
  EXPECT_TRUE(solve_whole_board({3, 4}, limits).is_complete);
  EXPECT_EQ(last, 27U);
}

TEST(WholeBoard, EndsWhenInterrupted) {
  std::atomic<bool> interrupt{false};
  WholeBoardLimits limits;
  limits.interrupt = &interrupt;
  std::uint64_t reached = 0;
  limits.progress = [&](const WholeBoardProgress& progress) {
    reached = progress.tiers_done;
    interrupt = reached >= 5;
  };
  EXPECT_FALSE(solve_whole_board({3, 4}, limits).is_complete);
  EXPECT_EQ(reached, 5U);
}

TEST(WholeBoard, MemoryIsKnownBeforehand) {
  for (const BoardSize size : test::all_sizes()) {
    EXPECT_TRUE(std::isfinite(whole_board_bytes(size))) << format_board_size(size);
    if (point_count(size) > 14) continue;
    const auto taken = static_cast<double>(solve_whole_board(size).peak_bytes);
    EXPECT_GE(whole_board_bytes(size), taken) << format_board_size(size);
    EXPECT_LE(whole_board_bytes(size), 4 * taken) << format_board_size(size);
  }
  // The table alone takes 128 bytes for 243 colourings, and half of that once more.
  EXPECT_GT(whole_board_bytes({4, 5}), std::pow(3.0, 20) / 243 * 192);
}

// The parallel loops, within reach of the thread sanitizer: groups of blocks that are large enough
// to be split. That no two blocks of a group read each other is what it can find out.
TEST(Parallel, WholeBoardIsTheSameForAnyNumberOfThreads) {
  for (const auto& [width, height] : {std::pair{2, 6}, {4, 3}, {2, 7}}) {
    WholeBoardLimits limits;
    limits.threads = Threads::one;
    const WholeBoard one = solve_whole_board({width, height}, limits);
    limits.threads = Threads::all;
    for (const std::size_t threads : {1U, 2U, 4U}) {
      const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
      const WholeBoard all = solve_whole_board({width, height}, limits);
      expect_counts(all, one.counts);
      EXPECT_EQ(all.most_sweeps, one.most_sweeps);
      EXPECT_EQ(all.peak_bytes, one.peak_bytes);
    }
  }
}

TEST(Parallel, WholeBoardTableWithTwoThreads) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  const Board<1> board({3, 3});
  const plain::Table table(3, 3);
  TierComparison<1> compare(board, table);
  const WholeBoard found =
      solve_whole_board(board, {}, [&](const SolvedTier<1>& tier) { compare(tier); });
  expect_counts(found, counts_of(table));
  EXPECT_EQ(compare.wrong(), 0U);
}

}  // namespace
}  // namespace onyx
