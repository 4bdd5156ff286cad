// A local search from one repeating position to better ones.
//
// A step changes one or two places (on large boards sometimes more) of a position of the current
// cycle and solves the result. If the result has a repeating position that is no worse, that
// position becomes the current one. A slightly worse one is taken occasionally, to escape local
// optima. After many steps without a record, the search returns to the record position. Symmetric
// positions are tried once. A position becomes the record only if it has a certificate.
//
// Positions that reach few others are explored. For the rest, proof-number search finds the value,
// and the cycle of its strategies for a draw is measured. This cycle is arbitrary, so it serves
// only the goals stones, empty and arena. Without a time limit, the result depends only on
// (position, settings).
#pragma once

#include <functional>

#include "experiments/repetition/reduce/goal.h"
#include "solver/engine/graph/solve_graph.h"

namespace onyx {

struct ReduceSettings {
  Yardstick yardstick;
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  std::uint64_t max_states = 0;  ///< States explored per position.
  /// Node limit of the proof-number search that replaces exploration for the goals stones, empty
  /// and arena; 0 turns it off.
  std::uint64_t max_nodes = 0;
};

struct ReduceTally {
  std::uint64_t steps = 0;
  std::uint64_t solved = 0;
  std::uint64_t repeating = 0;    ///< Solved steps with a recurrent class.
  std::uint64_t passed_over = 0;  ///< Steps that ran out of states, nodes or memory.
  int best = 0;
};

struct Reduction {
  /// How solving the given position ended; unless complete, only `reached` is meaningful.
  End end = End::complete;
  Reached reached;               ///< States reached from the given position.
  std::optional<Player> winner;  ///< For the given position; nothing if it is a draw.
  std::optional<int> before;     ///< The given position's measure if it repeats.
  int best = 0;                  ///< Not worse than `before`.
  std::optional<int> freedom;    ///< For the best position, as in Measured.
  Certificate certificate;
  ReduceTally tally;
};

/// `position` must be legal and not finished. First, it is solved; only this uses several threads
/// and ignores max_states. (With max_nodes, and a goal that allows it, this explores at most a
/// million states. If more are reachable, it searches for all reachable draws instead.) `stop`
/// limits this first part; its deadline and interrupt also end the steps.
Reduction reduce(const Position& position, const ReduceSettings& settings, const Stop& stop,
                 const std::function<void(const ReduceTally&)>& after_step = {});

}  // namespace onyx
