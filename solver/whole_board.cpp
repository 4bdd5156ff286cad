#include "solver/whole_board.h"

namespace onyx {

template <int W>
WholeBoard solve_whole_board(const Board<W>& board, const WholeBoardLimits& limits,
                             const typename TierRun<W>::Visit& visit) {
  TierTask<W> task{{}, in_cell_order(board, board.points()), {}, symmetries_of(board.geometry())};
  board.midpoints().for_each([&](Place midpoint) { task.midpoints.push_back(midpoint); });
  TierSolver solver(static_cast<int>(task.cells.size()), limits.threads);
  TierRun<W> run(board, task, solver, limits.threads);
  WholeBoard result;
  WholeBoardProgress progress{0, run.tier_count()};
  result.is_complete = run.run(
      [&](const SolvedTier<W>& tier) {
        const ValueCounts counts = solver.counts();
        for (std::uint64_t i = 0; i < tier.alike; ++i) result.counts += counts;
        result.most_sweeps = std::max(result.most_sweeps, solver.sweep_count());
        progress.tiers_done += tier.alike;
        if (visit) visit(tier);
        if (limits.progress) limits.progress(progress);
      },
      limits.interrupt);
  result.peak_bytes = solver.bytes() + run.slice_bytes();
  return result;
}

WholeBoard solve_whole_board(BoardSize size, const WholeBoardLimits& limits) {
  return with_board(size, [&](const auto& board) { return solve_whole_board(board, limits); });
}

#define ONYX_INSTANTIATE(W)                                                       \
  template WholeBoard solve_whole_board(const Board<W>&, const WholeBoardLimits&, \
                                        const typename TierRun<W>::Visit&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
