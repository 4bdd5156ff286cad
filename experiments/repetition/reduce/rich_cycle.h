// Rich cycles: of all forced cycles in a recurrent class, one that is long, or captures much.
//
// The shortest cycle of a class is easy to find; the longest one is the longest simple cycle of a
// graph, for which no fast method is known. So this is a search within a budget, and its result is
// a cycle that exists, not a bound. First it finds, for every move of the class, the shortest cycle
// with that move: so every capture that any cycle makes is found. Then it walks from many states,
// depth first and never through a state twice, each start with its share of the budget.
//
// A simple cycle of drawn states is a forced cycle whatever its length: both players can follow it
// for ever, and leaving it wins for neither.
#pragma once

#include "experiments/repetition/describe/cycle_facts.h"

namespace onyx {

/// The property to maximize. Of equally rich cycles the shorter one is taken, except for
/// `plies`.
enum class Riches { plies, squares, double_captures };

/// The richest cycle found, and its freedom. `states` is a recurrent class of the graph; the
/// cycle's states are distinct states of it. Depends on the class and `budget` alone. O(moves of
/// the class squared, or budget if that is less).
template <int W>
ForcedCycle rich_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                       const BigArray<Outcome>& outcomes, const RecurrentClass& states,
                       Riches riches, std::uint64_t budget);

}  // namespace onyx
