// The value of one position by solving its arena: for positions with too many reachable positions
// for the explorer, but few places that can change.
#pragma once

#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "solver/repetition/arena.h"

namespace onyx {

template <int W>
struct ArenaAnswer {
  Outcome outcome;
  /// The moves that keep the outcome (Outcome::is_kept_by), in the order of places.
  std::vector<Place> best_moves;
  std::uint64_t colourings = 0;  ///< Decided colourings, with either side to move.
};

/// Number of colourings of the arena, with either side to move, that solving it decides.
template <int W>
double colourings_of(const Arena<W>& arena);
/// Approximate memory that solve_in_arena takes, in bytes.
template <int W>
double arena_bytes(const Arena<W>& arena);

/// Whether the arena is within the limits of the tier engine.
template <int W>
bool fits_tiers(const Arena<W>& arena) {
  return arena.points.count() <= kMaxCells && arena.midpoints.count() <= 15;
}

/// The position must be legal and unfinished; `arena` must be its own, of at most kMaxCells points.
/// Nothing if interrupted. About 10^9 colourings per second on two cores.
template <int W>
std::optional<ArenaAnswer<W>> solve_in_arena(const WideBoard<W>& board,
                                             const WidePosition<W>& position, const Arena<W>& arena,
                                             Interrupt interrupt = {},
                                             Threads threads = Threads::all);

}  // namespace onyx
