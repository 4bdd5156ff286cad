// Local search from one repeating position to others that are better by some measure.
//
// A step takes a position of the current cycle, changes one or two of its places (a stone removed,
// put or recoloured; on large boards sometimes some more), and solves the result. If positions
// repeat there, the best of them replaces the current one if it is no worse, or occasionally if
// it is a little worse, so that the search can leave ridges; after many steps without a record it
// returns to the record. A position is never tried twice, in any symmetric form. Only solved
// positions count, and a record needs a certificate.
//
// The positions reachable from a position are explored if they are few enough. If they are not, and
// the goal needs no particular cycle (stones, empty, arena), proof-number search looks for the
// value; for a draw, the cycle that the strategies of its proof go round is measured.
//
// Without a time limit the result is a function of (position, settings) alone.
#pragma once

#include <functional>
#include <optional>

#include "experiments/repetition/reduce/goal.h"
#include "solver/engine/graph/solve_graph.h"

namespace onyx {

struct ReduceSettings {
  Yardstick yardstick;
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  std::uint64_t max_states = 0;  ///< Positions with more reachable states are not explored.
  /// For positions that are not explored, if the goal needs no particular cycle: the nodes to
  /// expand for a value; beyond that the step is passed over. 0: no proof-number search.
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
  /// How solving the given position ended; the rest is empty unless it is complete.
  End end = End::complete;
  Reached reached;               ///< By the exploration of the given position.
  std::optional<Player> winner;  ///< The winner at the given position; nothing for a draw.
  std::optional<int> before;     ///< The measure; nothing if the position does not repeat.
  int best = 0;                  ///< Not worse than `before`.
  std::optional<int> freedom;    ///< As in Measured, of the best.
  Certificate certificate;       ///< Certifies the best.
  ReduceTally tally;
};

/// `position` must be legal and not finished. Runs on one thread, except for the exploration of the
/// given position, which max_states does not limit. (If proof-number search may be used, the given
/// position is explored up to a million states; beyond that all draws it leads to are searched for,
/// without max_nodes.) `stop` is for the given position; its deadline and its interrupt also end
/// the search, and each exploration of the search gets the same memory. `after_step` is called
/// after each step, if set.
Reduction reduce(const Position& position, const ReduceSettings& settings, const Stop& stop,
                 const std::function<void(const ReduceTally&)>& after_step = {});

}  // namespace onyx
