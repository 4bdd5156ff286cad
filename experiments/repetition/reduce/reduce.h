// Local search from a repeating position to better repeating positions.
//
// A step changes one or more places of a random position on the current cycle, and solves the
// changed position. The step's best repeating position becomes the current position unless its
// measure is worse. To escape local optima, a step occasionally accepts a slightly worse measure.
// After many steps without a record, the search returns to the record position. The search tries
// symmetric positions only once, and accepts a record only with a certificate.
//
// If few states are reachable from a position, the step explores them. Otherwise proof-number
// search finds the value; if it is a draw, the step measures the cycle that its strategies lead to.
// This cycle is arbitrary, so it serves only the goals stones, empty and arena. Without a time
// limit, the result depends only on the position and the settings.
#pragma once

#include <functional>

#include "experiments/repetition/reduce/goal.h"
#include "solver/engine/graph/solve_graph.h"

namespace onyx {

struct ReduceSettings {
  Yardstick yardstick;
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  std::uint64_t max_states = 0;  ///< Limit on the states explored per step.
  /// Node limit of the proof-number search that follows an exploration stopped by max_states, for
  /// the goals stones, empty and arena; 0 turns the search off.
  std::uint64_t max_nodes = 0;
};

struct ReduceTally {
  std::uint64_t steps = 0;
  std::uint64_t solved = 0;
  std::uint64_t repeating = 0;    ///< Solved steps that found a repeating position.
  std::uint64_t passed_over = 0;  ///< Steps that ran out of states, nodes or memory.
  int best = 0;
};

struct Reduction {
  /// How solving the given position ended. Unless it is `complete`, only `reached` is meaningful.
  End end = End::complete;
  Reached reached;               ///< How far solving the given position got.
  std::optional<Player> winner;  ///< The winner from the given position; nothing for a draw.
  std::optional<int> before;     ///< The measure of the given position, if it repeats.
  int best = 0;                  ///< The best measure found, including `before`.
  std::optional<int> freedom;    ///< Measured::freedom of the best position.
  Certificate certificate;
  ReduceTally tally;
};

/// Searches from `position`, which must be legal and not finished. First solves `position`, with
/// several threads and without max_states. (If the goal and max_nodes allow proof-number search,
/// explores at most a million states; if more are reachable, searches for all reachable draws.) All
/// limits of `stop` apply to this part. The deadline and the interrupt also end the steps.
Reduction reduce(const Position& position, const ReduceSettings& settings, const Stop& stop,
                 const std::function<void(const ReduceTally&)>& after_step = {});

}  // namespace onyx
