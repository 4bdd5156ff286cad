// Arenas: the places of a crowded position that can change, and the values of all their colourings.
//
// The arena is the least set that contains all empty places and every stone that might be captured.
// A stone might be captured if it has a square, without a stone on its midpoint, such that both
// places of the diagonal through the stone can hold the stone's colour, both places of the other
// diagonal can hold the other colour, and at least one of these two is in the arena. A place in the
// arena can hold anything, another place only what it holds.
//
// Nothing outside the arena ever changes. Proof by induction over plies: so far only places in the
// arena have changed, so the next stone is placed in it. In a square in which it captures, one
// diagonal holds the captured stones; the other holds the other colour afterwards, and includes the
// new stone. So each of these places is in the arena or held that colour from the start, and one of
// the other diagonal is in the arena. The midpoint has no stone, and had none at the start, for
// midpoint stones stay. So the captured stones are in the arena.
//
// A midpoint can be taken only when its corners are empty. So only empty midpoints with all four
// corners in the arena are *live*; there are 3^(points + live midpoints) colourings per side to
// move.
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
  PlaceSet<W> midpoints;  ///< Only the live ones.
  int place_count() const { return points.count() + midpoints.count(); }
};

template <int W>
Arena<W> arena_of(const WideBoard<W>& board, const WidePosition<W>& position);

/// For the tier engine: solve all positions that differ from `position` only in the arena.
template <int W>
TierTask<W> arena_task(const WideBoard<W>& board, const WidePosition<W>& position,
                       const Arena<W>& arena);

/// Solves one arena after another in the same memory. Not thread-safe.
template <int W>
class ArenaSolver {
 public:
  explicit ArenaSolver(const WideBoard<W>& board) : board_(board) {}

  /// Visits every tier of solved positions; the last has the position's own midpoints. Returns
  /// false if interrupted. Requires fits_tiers(). Keeps about 3^points / 2 bytes for the next
  /// arena.
  bool solve(const WidePosition<W>& position, const Arena<W>& arena,
             const typename TierRun<W>::Visit& visit, Interrupt interrupt = {});

  /// The drawn positions among them, with rows of drawn successors by place; empty if interrupted.
  SolvedGraph<W> drawn(const WidePosition<W>& position, const Arena<W>& arena,
                       Interrupt interrupt = {});

 private:
  const WideBoard<W>& board_;
  std::map<std::size_t, std::unique_ptr<TierSolver>> solvers_;  ///< By cell count.
};

template <int W>
struct ArenaAnswer {
  Outcome outcome;
  /// The moves that keep the outcome (Outcome::is_kept_by), by place.
  std::vector<Place> best_moves;
  std::uint64_t colourings = 0;  ///< With either side to move.
};

/// Colourings that solving the arena decides, with either side to move.
template <int W>
double colourings_of(const Arena<W>& arena);
template <int W>
double arena_bytes(const Arena<W>& arena);

template <int W>
bool fits_tiers(const Arena<W>& arena) {
  return arena.points.count() <= kMaxCells && arena.midpoints.count() <= 15;
}

/// The position must be legal and unfinished, with this arena of at most kMaxCells points. Nothing
/// if interrupted. Solves about 10^9 colourings per second on two cores.
template <int W>
std::optional<ArenaAnswer<W>> solve_in_arena(const WideBoard<W>& board,
                                             const WidePosition<W>& position, const Arena<W>& arena,
                                             Interrupt interrupt = {},
                                             Threads threads = Threads::all);

}  // namespace onyx
