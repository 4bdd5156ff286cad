// Recurrent classes, in which drawn play repeats, and their forced cycles.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/symmetry.h"
#include "solver/engine/graph/values.h"

namespace onyx {

/// Drawn states, in increasing order, that all lead to each other by moves that keep the draw.
using RecurrentClass = std::vector<StateId>;

/// Returns the strongly connected components of at least two drawn states under draw-keeping moves,
/// ordered by lowest state. O(states + e log d) for d drawn states with e moves.
template <int W>
std::vector<RecurrentClass> recurrent_classes(const StateGraph<W>& graph,
                                              const BigArray<Outcome>& outcomes);

/// A cycle of drawn states: each state is a successor of the previous one, the first of the last.
struct ForcedCycle {
  std::vector<StateId> states;
  /// Other non-losing moves along the cycle; 0 if every move is the only one.
  int freedom = 0;
};

/// Returns a shortest cycle through `start`: one of least freedom, and on a tie of lowest places.
/// Throws std::invalid_argument unless `start` is in a recurrent class. O(edges of the class).
template <int W>
ForcedCycle shortest_cycle(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                           StateId start);

// The key of a recurrent class is the least canonical form of the states on its shortest cycles of
// least freedom. Symmetric classes have the same key, whichever state they were found from. A
// certificate that begins at the key follows such a cycle. So the key is also the least canonical
// form of the positions on the certificate's cycle, which needs no search.

/// Larger classes are not measured: all their states count as being on a shortest cycle.
inline constexpr std::size_t kMostMeasuredStates = 1024;

inline std::span<const StateId> measured_states(const RecurrentClass& states) {
  return std::span(states).first(states.size() <= kMostMeasuredStates ? states.size() : 0);
}

/// Returns the key. `group`: the board's symmetries. O(states * edges); O(states) if not measured.
template <int W>
WidePosition<W> class_key(const std::vector<Symmetry>& group, const StateGraph<W>& graph,
                          const BigArray<Outcome>& outcomes, const RecurrentClass& states);

/// Returns the least canonical form of any of the positions.
template <int W>
WidePosition<W> least_form(const std::vector<Symmetry>& group,
                           std::span<const WidePosition<W>> positions);

}  // namespace onyx
