// Local search from one repeating position to others that are better by some measure.
//
// A step takes a position of the current cycle, changes one or two places of it (a stone removed,
// put or recoloured; on large boards now and then some more), and solves the result. If positions
// repeat there, the best of them replaces the current one when it is no worse, or now and then when
// it is a little worse, so that the search leaves ridges; after many steps without a record it goes
// back to the record. What was tried in any symmetric form is not tried again. Nothing counts that
// was not solved, and nothing is a record without a certificate.
//
// What is reachable from a position is explored if it is little enough. Where it is not, and the
// goal asks for a position and for no certain cycle (stones, empty, arena), the value is looked for
// by proof numbers, and of a draw the cycle that the strategies of its proof go round is measured.
//
// Without a time limit the result is a function of (position, settings) alone.
#pragma once

#include <functional>
#include <optional>

#include "experiments/repetition/reduce/goal.h"
#include "solver/graph/solve_graph.h"

namespace onyx {

struct ReduceSettings {
  Yardstick yardstick;
  std::uint64_t seed = 1;
  std::uint64_t steps = UINT64_MAX;
  std::uint64_t max_states = 0;  ///< Positions from which more is reachable are not explored.
  /// For what is not explored, and goals that ask for no certain cycle: positions to expand for a
  /// value; beyond that the step is passed over. With 0 none is looked for so.
  std::uint64_t max_nodes = 0;
};

struct ReduceTally {
  std::uint64_t steps = 0;
  std::uint64_t solved = 0;       ///< Steps whose position was solved.
  std::uint64_t repeating = 0;    ///< Of these, with a recurrent class.
  std::uint64_t passed_over = 0;  ///< For want of states, nodes or memory.
  int best = 0;                   ///< Measure.
};

template <int W>
struct Reduction {
  /// How solving the given position ended; the rest is empty unless it is complete.
  End end = End::complete;
  Reached reached;                    ///< In exploring it.
  std::optional<Player> winner;       ///< Of the given position, if it is no draw.
  std::optional<Measured<W>> before;  ///< Nothing if the given position does not repeat.
  Measured<W> best;                   ///< No worse than before.
  Certificate certificate;            ///< Of best.
  ReduceTally tally;
};

/// `position` must be legal and not finished. On one thread, but for exploring the given position,
/// which max_states does not limit. (Where proof numbers may be asked, it is explored up to a
/// million positions, and then all draws that it leads to are searched for, without max_nodes.)
/// `stop` is for that one: its deadline and its interrupt end the search as well, and the
/// explorations of it get the same memory.
/// `after_step` is called after each step, if set.
template <int W>
Reduction<W> reduce(const Board<W>& board, const Position<W>& position,
                    const ReduceSettings& settings, const Stop& stop,
                    const std::function<void(const ReduceTally&)>& after_step = {});

}  // namespace onyx
