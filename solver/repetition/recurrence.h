// Where drawn play goes round: recurrent classes, and the forced cycles in them.
#pragma once

#include <vector>

#include "solver/graph/values.h"

namespace onyx {

/// The states of one recurrent class, in increasing order: drawn states, each of which leads to
/// each other one by moves that keep the draw. Any of them lies on a forced cycle.
using RecurrentClass = std::vector<StateId>;

/// All recurrent classes of a graph: the strongly connected components with a cycle of the drawn
/// states under draw-keeping moves. Ordered by their least states. O(states + edges), most of it
/// only for drawn ones.
template <int W>
std::vector<RecurrentClass> recurrent_classes(const StateGraph<W>& graph,
                                              const BigArray<Outcome>& outcomes);

/// A forced cycle: drawn states, each a successor of the one before, the first one of the last.
struct ForcedCycle {
  std::vector<StateId> states;
  /// Other non-losing moves met along it; 0 if every move is the only one.
  int freedom = 0;
};

/// A shortest cycle through `start`, and among these one of least freedom; of the ones left that
/// whose moves come first in the order of places. Throws std::invalid_argument unless `start` is in
/// a recurrent class. O(edges of the class).
template <int W>
ForcedCycle shortest_cycle(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                           StateId start);

}  // namespace onyx
