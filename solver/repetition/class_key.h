// What a recurrent class is known by: one position, in canonical form.
//
// Of the states on the shortest cycles of the class, and among these on those of least freedom, it
// is the one whose canonical form is least; it does not depend on where in the class, or in which
// symmetric one, somebody came from. A certificate that begins at this position goes round such a
// cycle, all of whose states are of that kind; so of the positions on the cycle of such a
// certificate the least is the key again, and nobody has to solve the class to know it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/symmetry.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// States of a class whose cycles are looked at. In a class with more states none is, and all count
/// as being on the shortest: each look is a walk through the class.
inline constexpr std::size_t kMostMeasuredStates = 1024;

/// Those whose shortest cycles are looked at: all of a class, or none.
inline std::span<const StateId> measured_states(const RecurrentClass& states) {
  return std::span(states).first(states.size() <= kMostMeasuredStates ? states.size() : 0);
}

/// The key of a class. `group`: the symmetries of the board. O(states * edges of the class) if it
/// is measured, else O(states).
template <int W>
Position<W> class_key(const std::vector<Symmetry>& group, const StateGraph<W>& graph,
                      const BigArray<Outcome>& outcomes, const RecurrentClass& states);

/// The least canonical form of some positions, at least one: the key of their class, if they are
/// the cycle of a certificate that begins at the key.
template <int W>
Position<W> least_form(const std::vector<Symmetry>& group, std::span<const Position<W>> positions);

}  // namespace onyx
