// The value of one position by its arena: for a position from which too much is reachable to walk
// through, while few places can change.
#pragma once

#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "solver/repetition/arena.h"

namespace onyx {

template <int W>
struct ArenaAnswer {
  Outcome outcome;
  /// Outcome::is_kept_by. In the order of places.
  std::vector<Place> best_moves;
  std::uint64_t colourings = 0;  ///< That were decided, both sides to move.
};

/// Colourings of the arena with either side to move: what solving it has to decide.
template <int W>
double colourings_of(const Arena<W>& arena);
/// Memory in bytes that solve_in_arena takes, about.
template <int W>
double arena_bytes(const Arena<W>& arena);

/// Whether solve_in_arena can take it at all: the tiers are that narrow.
template <int W>
bool fits_tiers(const Arena<W>& arena) {
  return arena.points.count() <= kMaxCells && arena.midpoints.count() <= 15;
}

/// The position must be legal and not finished; the arena its own, of at most kMaxCells points.
/// Nothing if interrupted. About 10^9 colourings a second on two cores.
template <int W>
std::optional<ArenaAnswer<W>> solve_in_arena(const Board<W>& board, const Position<W>& position,
                                             const Arena<W>& arena, Interrupt interrupt = {},
                                             Threads threads = Threads::all);

}  // namespace onyx
