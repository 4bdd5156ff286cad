// Arenas: the few places of a crowded position that can ever change, and the values of all their
// colourings.
//
// The arena of a position is the least set of places that contains all empty places and every stone
// that might be captured at some time. A stone might be captured if it has a square whose midpoint
// is not taken, such that both places of the diagonal through the stone could come to hold the
// stone's colour, both places of the other diagonal could come to hold the other colour, and at
// least one of these two is in the arena. A place in the arena could come to hold anything; a place
// outside keeps what it holds.
//
// Nothing outside the arena ever changes. Proof by induction over the plies of a play. So far only
// places in the arena have changed, so empty places are in the arena, and the next stone is placed
// there. Consider a square in which it captures. Just before, one diagonal held the captured
// stones' colour; afterwards the other diagonal holds the other colour, and includes the stone just
// placed. So each of these places is in the arena or has held that colour from the start; a place
// of the other diagonal is in the arena; and the midpoint is not taken, and was not at the start,
// for midpoint stones stay. So the captured stones are in the arena.
//
// A midpoint can be taken only when its corners are empty. So only empty midpoints with all four
// corners in the arena are *live*; the others stay empty, and the search space is 3^(points + live
// midpoints) colourings with either side to move.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "solver/engine/graph/strategy.h"
#include "solver/engine/tier_run/tier_run.h"

namespace onyx {

template <int W>
struct Arena {
  PlaceSet<W> points;
  PlaceSet<W> midpoints;  ///< The live ones only.

  int place_count() const { return points.count() + midpoints.count(); }
};

/// O(squares * points in the arena).
template <int W>
Arena<W> arena_of(const WideBoard<W>& board, const WidePosition<W>& position);

/// The task for the tier engine: to solve all positions that differ from `position` only in the
/// arena.
template <int W>
TierTask<W> arena_task(const WideBoard<W>& board, const WidePosition<W>& position,
                       const Arena<W>& arena);

/// Solves arenas one after another in the same memory; use from one thread.
template <int W>
class ArenaSolver {
 public:
  explicit ArenaSolver(const WideBoard<W>& board) : board_(board) {}

  /// Solves all positions that differ from `position` only in its arena, and visits every tier; the
  /// last one has the position's own midpoints. Returns false if interrupted. Requires at most
  /// kMaxCells points and 15 live midpoints. Memory: about 3^points / 2 bytes, kept for the next
  /// arena.
  bool solve(const WidePosition<W>& position, const Arena<W>& arena,
             const typename TierRun<W>::Visit& visit, Interrupt interrupt = {});

  /// All drawn positions that solve() would visit, as a graph whose rows hold only drawn
  /// successors, in the order of their places; an empty graph if interrupted.
  SolvedGraph<W> drawn(const WidePosition<W>& position, const Arena<W>& arena,
                       Interrupt interrupt = {});

 private:
  const WideBoard<W>& board_;
  std::map<std::size_t, std::unique_ptr<TierSolver>> solvers_;  ///< By cell count.
};

/// The value of one position by solving its arena: for positions with too many reachable positions
/// for the explorer, but few places that can change.
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
/// Returns nothing if interrupted. Solves about 10^9 colourings per second on two cores.
template <int W>
std::optional<ArenaAnswer<W>> solve_in_arena(const WideBoard<W>& board,
                                             const WidePosition<W>& position, const Arena<W>& arena,
                                             Interrupt interrupt = {},
                                             Threads threads = Threads::all);

}  // namespace onyx
