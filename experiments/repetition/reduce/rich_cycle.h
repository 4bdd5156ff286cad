// Rich cycles: of all forced cycles in a recurrent class, one that is long, or captures much.
//
// The shortest cycle of a class is easy to find; the longest one is the longest simple cycle of a
// graph, for which no fast method is known. So this is a search within a budget, and what it finds
// is a cycle that exists, not a bound. First, for every move of the class, the shortest cycle that
// makes it: that finds every capture that any cycle makes. Then walks from many states that never
// meet a state twice, depth first, each for its share of the budget.
//
// A simple cycle of drawn states is a forced cycle whatever its length: both players can follow it
// for ever, and leaving it wins for neither.
#pragma once

#include "experiments/repetition/describe/cycle_facts.h"

namespace onyx {

/// What a cycle is to have much of; of equally rich ones the shorter is taken, but for `plies`.
enum class Riches { plies, squares, double_captures };

/// The richest cycle found, of distinct states of `states`, a recurrent class of the graph; and its
/// freedom. Depends on the class and `budget` alone. O(moves of the class squared, or
/// budget if that is less).
template <int W>
ForcedCycle rich_cycle(const Board<W>& board, const StateGraph<W>& graph,
                       const BigArray<Outcome>& outcomes, const RecurrentClass& states,
                       Riches riches, std::uint64_t budget);

}  // namespace onyx
