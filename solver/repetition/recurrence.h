// Recurrent classes, in which drawn play repeats, and their forced cycles.
#pragma once

#include <vector>

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

}  // namespace onyx
