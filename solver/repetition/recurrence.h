// Recurrent classes, in which drawn play repeats, and their forced cycles.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/symmetry.h"
#include "solver/engine/graph/values.h"

namespace onyx {

/// The states of one recurrent class, in increasing order: drawn states that all lead to each other
/// by moves that keep the draw. Each of them is on a forced cycle.
using RecurrentClass = std::vector<StateId>;

/// All recurrent classes of a graph: the strongly connected components, with a cycle, of the drawn
/// states under draw-keeping moves. Ordered by their least states. O(states + edges), most of it
/// only for drawn states.
template <int W>
std::vector<RecurrentClass> recurrent_classes(const StateGraph<W>& graph,
                                              const BigArray<Outcome>& outcomes);

/// A forced cycle: drawn states, each a successor of the previous one, and the first a successor of
/// the last.
struct ForcedCycle {
  std::vector<StateId> states;
  /// Number of other non-losing moves along the cycle; 0 if every move is the only one.
  int freedom = 0;
};

/// A shortest cycle through `start`; among these one of least freedom; and among these the one
/// whose moves come first in the order of places. Throws std::invalid_argument unless `start` is in
/// a recurrent class. O(edges of the class).
template <int W>
ForcedCycle shortest_cycle(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                           StateId start);

// --- Keys ----------------------------------------------------------------------------------------
//
// The key of a recurrent class is the least canonical form of the states on its shortest cycles of
// least freedom. It does not depend on the state, or the symmetric class, from which the class was
// found. A certificate that begins at the key follows such a cycle; so the least position on the
// certificate's cycle is the key again, which is thus found without solving the class.

/// The largest class whose cycles are measured, in states. In a larger class all states count as
/// being on a shortest cycle, because each measurement is a walk through the class.
inline constexpr std::size_t kMostMeasuredStates = 1024;

/// The states whose shortest cycles are measured: all of a class, or none.
inline std::span<const StateId> measured_states(const RecurrentClass& states) {
  return std::span(states).first(states.size() <= kMostMeasuredStates ? states.size() : 0);
}

/// The key of a class. `group`: the symmetries of the board. O(states * edges of the class) if the
/// class is measured, otherwise O(states).
template <int W>
WidePosition<W> class_key(const std::vector<Symmetry>& group, const StateGraph<W>& graph,
                          const BigArray<Outcome>& outcomes, const RecurrentClass& states);

/// The least canonical form of one or more positions. It is the key of their class if they are the
/// cycle of a certificate that begins at the key.
template <int W>
WidePosition<W> least_form(const std::vector<Symmetry>& group,
                           std::span<const WidePosition<W>> positions);

}  // namespace onyx
