// Whole boards: the values of all positions of a board, tier by tier.
//
// Midpoint stones stay, so a tier needs only tiers with one midpoint more, and of these only the
// slice in which that midpoint's corners are empty. Tiers are solved from the fullest down, and a
// slice is dropped when all tiers that can need it are solved.
#pragma once

#include <atomic>
#include <functional>

#include "core/board.h"
#include "solver/tier.h"

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

/// The board may have at most 20 points or so: memory is 3^points / 2 bytes and slices.
WholeBoard solve_whole_board(BoardSize size, const WholeBoardLimits& limits = {});

}  // namespace onyx
