// Facts about a cycle of states: the squares it captures in, and its moves that capture in two.
#pragma once

#include <vector>

#include "solver/repetition/recurrence.h"

namespace onyx {

/// The squares in which a legal move captures, as their midpoints; none, one or two.
template <int W>
PlaceSet<W> squares_captured_in(const WideBoard<W>& board, const WidePosition<W>& position,
                                Place move);

template <int W>
struct CycleFacts {
  std::vector<Place> moves;  ///< From the first state back to it.
  PlaceSet<W> squares;       ///< Squares in which the cycle captures, as their midpoints.
  int double_captures = 0;   ///< Moves that capture in two squares.
};

/// In `cycle` each state is a successor of the one before, and the first a successor of the last.
template <int W>
CycleFacts<W> facts_of_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                             const std::vector<StateId>& cycle);

}  // namespace onyx
