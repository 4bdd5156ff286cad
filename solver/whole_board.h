// Whole boards: the values of all positions of a board.
#pragma once

#include "solver/tier_run.h"

namespace onyx {

struct WholeBoardProgress {
  std::uint64_t tiers_done = 0;
  std::uint64_t tiers = 0;
};

struct WholeBoardLimits {
  Threads threads = Threads::all;
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const WholeBoardProgress&)> progress;  ///< Called after each tier, if set.
};

struct WholeBoard {
  bool is_complete = false;  ///< False if interrupted.
  ValueCounts counts;        ///< Over all colourings and both sides to move.
  std::uint64_t peak_bytes = 0;
  int most_sweeps = 0;
};

/// The board may have at most 20 points or so: memory is 3^points / 2 bytes and slices. Throws
/// std::bad_alloc. `visit`, if set, is called for each tier that is solved.
template <int W>
WholeBoard solve_whole_board(const Board<W>& board, const WholeBoardLimits& limits,
                             const typename TierRun<W>::Visit& visit = {});

/// The same for a board that is not needed otherwise.
WholeBoard solve_whole_board(BoardSize size, const WholeBoardLimits& limits = {});

}  // namespace onyx
