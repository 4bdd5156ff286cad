// Arenas: the places of a crowded position that can change, and the values of all their colourings.
//
// The arena is the smallest set that contains all empty points and every stone that might be
// captured. A stone might be captured if it is on a corner of a square without a stone on its
// midpoint, both corners of its diagonal can hold its colour, both other corners can hold the other
// colour, and at least one of these two is in the arena. A point in the arena can hold either
// colour or nothing; any other point can hold only what it holds now.
//
// No point outside the arena ever changes. Proof by induction over plies: so far only points in the
// arena have changed, so the next stone on a point goes into the arena. Suppose that it captures in
// a square. Each corner of the square is in the arena or holds its stone from the start, and the
// corner with the new stone is in the arena. The midpoint has no stone, and had none at the start,
// because midpoint stones stay. So the captured stones are in the arena.
//
// A midpoint can be taken only when its corners are empty. So only empty midpoints with all four
// corners in the arena can be taken; they are called *live*. There are 3^(points + live midpoints)
// colourings per side to move.
#pragma once

#include <array>
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
  PlaceSet<W> midpoints;  ///< Only live midpoints.
  int place_count() const { return points.count() + midpoints.count(); }
};

/// Whether the stones on corners i and i + 2 (i = 0 or 1) of a square without a stone on its
/// midpoint might be captured, if only the points in `arena` can change.
template <int W>
bool might_be_captured(const WidePosition<W>& position, const PlaceSet<W>& arena,
                       const std::array<Place, 4>& corners, std::size_t i) {
  if (!arena.has(corners[1 - i]) && !arena.has(corners[3 - i])) return false;
  const auto can_hold = [&](std::size_t first, Player player) {
    const PlaceSet<W> held = arena | position.of(player);
    return held.has(corners[first]) && held.has(corners[first + 2]);
  };
  return (can_hold(i, Player::V) && can_hold(1 - i, Player::H)) ||
         (can_hold(i, Player::H) && can_hold(1 - i, Player::V));
}

template <int W>
Arena<W> arena_of(const WideBoard<W>& board, const WidePosition<W>& position);

/// Returns a task: solve all positions that differ from `position` only in the arena.
template <int W>
TierTask<W> arena_task(const WideBoard<W>& board, const WidePosition<W>& position,
                       const Arena<W>& arena);

/// Solves arenas one after another, reusing memory. Not thread-safe.
template <int W>
class ArenaSolver {
 public:
  explicit ArenaSolver(const WideBoard<W>& board) : board_(board) {}

  /// Calls `visit` with every solved tier; the last has the position's own midpoints. Returns false
  /// if interrupted. Requires fits_tiers(). Keeps about 3^points / 2 bytes for the next arena of
  /// this size.
  bool solve(const WidePosition<W>& position, const Arena<W>& arena,
             const typename TierRun<W>::Visit& visit, Interrupt interrupt = {});

  /// Returns the drawn positions that differ from `position` only in the arena, each with its drawn
  /// successors in order of place; an empty graph if interrupted.
  SolvedGraph<W> drawn(const WidePosition<W>& position, const Arena<W>& arena,
                       Interrupt interrupt = {});

 private:
  const WideBoard<W>& board_;
  std::map<std::size_t, std::unique_ptr<TierSolver>> solvers_;  ///< Keyed by cell count.
};

struct ArenaAnswer {
  Outcome outcome;
  /// The moves that keep the outcome (Outcome::is_kept_by), in order of place.
  std::vector<Place> best_moves;
  std::uint64_t colourings = 0;  ///< Solved colourings, counting both sides to move.
};

/// Returns the number of colourings to solve, counting both sides to move.
template <int W>
double colourings_of(const Arena<W>& arena);
template <int W>
double arena_bytes(const Arena<W>& arena);

template <int W>
bool fits_tiers(const Arena<W>& arena) {
  return arena.points.count() <= kMaxCells && arena.midpoints.count() <= 15;
}

/// Solves a legal, unfinished position whose arena has at most kMaxCells points. Returns nothing if
/// interrupted. Solves about 10^9 colourings per second on two cores.
template <int W>
std::optional<ArenaAnswer> solve_in_arena(const WideBoard<W>& board,
                                          const WidePosition<W>& position, const Arena<W>& arena,
                                          Interrupt interrupt = {}, Threads threads = Threads::all);

}  // namespace onyx
