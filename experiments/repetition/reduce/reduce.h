// Local search from one repeating position to others that are better by some measure.
//
// A step takes a position of the current cycle, changes the stones of one or two places (on large
// boards sometimes more), and solves the result. If positions repeat there, the best of them
// replaces the current one if it is no worse. Occasionally it may be a little worse, so that the
// search can leave ridges; after many steps without a record it returns to the record. A position
// is never tried twice, in any symmetric form. A record needs a certificate.
//
// If few enough positions are reachable from a position, they are explored. If not, and the goal
// needs no particular cycle (stones, empty, arena), proof-number search looks for the value; for a
// draw, the cycle that the strategies of its proof go round is measured.
//
// Without a time limit the result is a function of (position, settings) alone.
#pragma once

#include <functional>

#include "experiments/repetition/reduce/goal.h"
#include "solver/engine/graph/solve_graph.h"

namespace onyx {

struct ReduceSettings {
  Yardstick yardstick;
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  std::uint64_t max_states = 0;  ///< Positions with more reachable states are not explored.
  /// The nodes that proof-number search may expand for a position that is not explored, if the goal
  /// needs no particular cycle; then the step is passed over. 0: no such search.
  std::uint64_t max_nodes = 0;
};

struct ReduceTally {
  std::uint64_t steps = 0;
  std::uint64_t solved = 0;       ///< Steps whose position was solved.
  std::uint64_t repeating = 0;    ///< Solved steps with a recurrent class.
  std::uint64_t passed_over = 0;  ///< For lack of states, nodes or memory.
  int best = 0;                   ///< Measure.
};

struct Reduction {
  /// How solving the given position ended; unless it is complete, the rest is empty.
  End end = End::complete;
  Reached reached;               ///< By the exploration of the given position.
  std::optional<Player> winner;  ///< The winner at the given position; nothing for a draw.
  std::optional<int> before;     ///< The given position's measure; nothing if it does not repeat.
  int best = 0;                  ///< Not worse than `before`.
  std::optional<int> freedom;    ///< As in Measured, of the best.
  Certificate certificate;       ///< Certifies the best.
  ReduceTally tally;
};

/// `position` must be legal and not finished; its exploration, which alone uses several threads, is
/// not limited by max_states. (If proof-number search may be used, a million states are explored at
/// most; then all draws that the position leads to are searched for.) `stop` is for the given
/// position; its deadline and interrupt also end the search. `after_step`, if set, is called after
/// each step.
Reduction reduce(const Position& position, const ReduceSettings& settings, const Stop& stop,
                 const std::function<void(const ReduceTally&)>& after_step = {});

}  // namespace onyx
