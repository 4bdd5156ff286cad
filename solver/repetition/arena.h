// Arenas: the few places of a crowded position that can ever change, and the values of all their
// colourings.
//
// The arena of a position is the least set of places that holds the empty ones and every stone that
// could be captured at some time: a stone with a square whose midpoint is not taken, whose diagonal
// through the stone could come to hold the stone's colour and whose other diagonal the other
// colour, at least one place of the other diagonal being in the arena. A place in the arena could
// come to hold anything; another one holds what it holds.
//
// Nothing outside the arena ever changes. By induction over the plies of a play: so far only places
// in the arena have changed, so empty places are in the arena, and the next stone is placed there.
// What it captures had, just before, its own colour on its diagonal and afterwards the other colour
// on the other one, where the stone just placed is: so each of these places is in the arena or
// holds that colour from the start, one of the other diagonal is in the arena, and the midpoint is
// not taken and was not at the start, for midpoint stones stay. So what is captured is in the
// arena.
//
// A midpoint can be taken only when its corners are empty. Of the empty midpoints only those with
// all four corners in the arena are *live*; the others stay empty, and the search space is
// 3^(points + live midpoints) colourings with either side to move.
#pragma once

#include <map>
#include <memory>

#include "core/base/stop.h"
#include "solver/graph/strategy.h"
#include "solver/tier_run/tier_run.h"

namespace onyx {

template <int W>
struct Arena {
  PlaceSet<W> points;
  PlaceSet<W> midpoints;  ///< The live ones.

  int place_count() const { return points.count() + midpoints.count(); }
};

/// O(squares * points in the arena).
template <int W>
Arena<W> arena_of(const Board<W>& board, const Position<W>& position);

/// What the tier engine has to solve for all positions that differ from `position` in the arena
/// only.
template <int W>
TierTask<W> arena_task(const Board<W>& board, const Position<W>& position, const Arena<W>& arena);

/// Solves arenas one after the other, in the same memory; for one thread.
template <int W>
class ArenaSolver {
 public:
  explicit ArenaSolver(const Board<W>& board) : board_(board) {}

  /// Of all positions that differ from `position` in its arena only: visits every tier; the last
  /// one has the position's own midpoints. Returns false if interrupted. At most kMaxCells points
  /// and 15 live midpoints. Memory: 3^points / 2 bytes or so, kept for the next arena.
  bool solve(const Position<W>& position, const Arena<W>& arena,
             const typename TierRun<W>::Visit& visit, Interrupt interrupt = {});

  /// All drawn positions among those, as a graph whose rows hold drawn successors alone, in the
  /// order of their places; none if interrupted.
  SolvedGraph<W> drawn(const Position<W>& position, const Arena<W>& arena,
                       Interrupt interrupt = {});

 private:
  const Board<W>& board_;
  std::map<std::size_t, std::unique_ptr<TierSolver>> solvers_;  ///< By cell count.
};

}  // namespace onyx
