// Local search from one repeating position to better ones.
//
// A step changes one or two places (on large boards sometimes more) of a position of the current
// cycle and solves the result. The best repeating position found replaces the current one if it is
// no worse, or occasionally if it is a little worse, to leave ridges; after many steps without a
// record, the search returns to the record. Symmetric positions are tried once. A record needs a
// certificate.
//
// Positions that reach few others are explored. For the rest, if the goal needs no particular cycle
// (stones, empty, arena), proof-number search finds the value, and the cycle of its strategies for
// a draw is measured. Without a time limit, the result depends only on (position, settings).
#pragma once

#include <functional>

#include "experiments/repetition/reduce/goal.h"
#include "solver/engine/graph/solve_graph.h"

namespace onyx {

struct ReduceSettings {
  Yardstick yardstick;
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  std::uint64_t max_states = 0;  ///< Limit for exploring a position.
  /// Node limit of the proof-number search that replaces exploration for goals without a particular
  /// cycle; 0 turns it off.
  std::uint64_t max_nodes = 0;
};

struct ReduceTally {
  std::uint64_t steps = 0;
  std::uint64_t solved = 0;       ///< Steps whose position was solved.
  std::uint64_t repeating = 0;    ///< Solved, with a recurrent class.
  std::uint64_t passed_over = 0;  ///< For lack of states, nodes or memory.
  int best = 0;
};

struct Reduction {
  /// How solving the given position ended; unless complete, the rest is empty.
  End end = End::complete;
  Reached reached;               ///< From the given position.
  std::optional<Player> winner;  ///< At the given position; nothing for a draw.
  std::optional<int> before;     ///< The given position's measure, if it repeats.
  int best = 0;                  ///< Not worse than `before`.
  std::optional<int> freedom;    ///< As in Measured, of the best.
  Certificate certificate;
  ReduceTally tally;
};

/// `position` must be legal and not finished. Its exploration alone uses several threads and
/// ignores max_states. (With proof-number search, at most a million states are explored; then all
/// draws reachable are searched for.) `stop` is for the given position; its deadline and interrupt
/// also end the search.
Reduction reduce(const Position& position, const ReduceSettings& settings, const Stop& stop,
                 const std::function<void(const ReduceTally&)>& after_step = {});

}  // namespace onyx
