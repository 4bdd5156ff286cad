#include "solver/engine/tier_run/whole_board.h"

#include <cmath>

namespace onyx {
namespace {

/// Returns an upper bound on the bytes of all slices, ignoring symmetry. At any time, only tiers of
/// two neighbouring levels (numbers of midpoints taken) have slices.
template <int W>
double slice_bytes(const WideBoard<W>& board, std::size_t entry_bytes) {
  const std::vector<Place> cells = in_cell_order(board, board.points());
  const Geometry& geometry = board.geometry();
  const auto midpoints = static_cast<int>(board.midpoints().count());
  double one_of_each = 0;
  board.midpoints().for_each([&](Place midpoint) {
    const auto corners = geometry.corners_of(geometry.square_of(midpoint));
    auto entries = static_cast<double>(entry_bytes);
    for (std::size_t cell = tier::kLowCells; cell < cells.size(); ++cell) {
      if (std::find(corners.begin(), corners.end(), cells[cell]) == corners.end()) entries *= 3;
    }
    one_of_each += entries;
  });
  // The number of tiers with `taken` midpoints taken, including one given midpoint.
  double tiers = 2;
  double before = 0;
  double most = 0;
  for (int taken = 1; taken <= midpoints; ++taken) {
    most = std::max(most, before + tiers * one_of_each);
    before = tiers * one_of_each;
    tiers *= 2.0 * (midpoints - taken) / taken;
  }
  return most;
}

}  // namespace

double connection_bytes(BoardSize size) {
  const int high = std::max(point_count(size) - tier::kLowCells, 0);
  const double table = std::exp2(high) * sizeof(tier::Bits);
  const auto kept = std::max(static_cast<double>(kMostConnectionBytes), 2 * table);
  return std::min(std::exp2(1 + midpoint_count(size)) * table, kept);
}

double one_tier_bytes(BoardSize size, bool with_distances) {
  const double blocks = std::pow(3.0, std::max(point_count(size) - tier::kLowCells, 0));
  const std::size_t codes = with_distances ? sizeof(tier::Codes) : 0;
  const double order = static_cast<double>(TileOrder::kBytes) / tier::kTileBlocks;
  const double a_block = TierTable::kBytesOfBlock + order;
  return blocks * (a_block + 2.0 * static_cast<double>(codes)) + connection_bytes(size);
}

double whole_board_bytes(BoardSize size, bool with_distances) {
  const std::size_t codes = with_distances ? sizeof(tier::Codes) : 0;
  return one_tier_bytes(size, with_distances) + with_board(size, [&](const auto& board) {
           return slice_bytes(board, sizeof(tier::Known) + codes);
         });
}

template <int W>
TierTask<W> whole_board_task(const WideBoard<W>& board, bool with_distances) {
  TierTask<W> task;
  task.cells = in_cell_order(board, board.points());
  task.group = symmetries_of(board.geometry());
  task.with_distances = with_distances;
  board.midpoints().for_each([&](Place midpoint) { task.midpoints.push_back(midpoint); });
  return task;
}

template <int W>
WholeBoard solve_whole_board(const WideBoard<W>& board, const WholeBoardSettings& settings,
                             const typename TierRun<W>::Visit& visit, const Stop& stop) {
  const TierTask<W> task = whole_board_task(board, settings.with_distances);
  TierSolver solver(static_cast<int>(task.cells.size()), settings.threads);
  TierRun<W> run(board, task, solver, settings.threads);
  WholeBoard result;
  Reached reached{run.map().tier_count()};
  const bool is_complete = run.run(
      [&](const SolvedTier<W>& tier) {
        result.counts += tier.counts();
        result.most_sweeps = std::max(result.most_sweeps, solver.sweep_count());
        reached.done += tier.alike;
        const auto& histogram = tier.histogram;
        if (histogram.size() > result.histogram.size()) result.histogram.resize(histogram.size());
        for (std::size_t plies = 0; plies < histogram.size(); ++plies) {
          result.histogram[plies] += tier.alike * histogram[plies];
        }
        if (visit) visit(tier);
        if (stop.progress) stop.progress(reached);
      },
      stop.interrupt);
  if (!is_complete) result.end = End::interrupted;
  result.peak_bytes = solver.bytes() + run.slice_bytes();
  return result;
}

#define ONYX_INSTANTIATE(W)                                                             \
  template TierTask<W> whole_board_task(const WideBoard<W>&, bool);                     \
  template WholeBoard solve_whole_board(const WideBoard<W>&, const WholeBoardSettings&, \
                                        const typename TierRun<W>::Visit&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
