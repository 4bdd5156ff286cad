#include "experiments/repetition/describe/cycle_facts.h"

namespace onyx {

template <int W>
PlaceSet<W> squares_captured_in(const WideBoard<W>& board, const WidePosition<W>& position,
                                Place move) {
  PlaceSet<W> squares;
  const PlaceSet<W> captured = captured_by(board, position, move);
  if (captured.empty()) return squares;
  board.midpoints().for_each([&](Place midpoint) {
    // Two squares at a point share no other point, so their captured corners are never mixed up.
    const PlaceSet<W>& corners = board.neighbours(midpoint);
    if (corners.has(move) && (corners & captured).count() == 2) squares.add(midpoint);
  });
  return squares;
}

template <int W>
CycleFacts<W> facts_of_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                             const std::vector<StateId>& cycle) {
  CycleFacts<W> facts;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const WidePosition<W> position = graph.position(cycle[i]);
    const WidePosition<W> next = graph.position(cycle[(i + 1) % cycle.size()]);
    // The index in the state's row would not do: in some graphs rows hold drawn successors only.
    const Place move = (next.occupied() - position.occupied()).lowest();
    const PlaceSet<W> squares = squares_captured_in(board, position, move);
    facts.moves.push_back(move);
    facts.squares |= squares;
    facts.double_captures += squares.count() == 2 ? 1 : 0;
  }
  return facts;
}

#define ONYX_INSTANTIATE(W)                                                                     \
  template PlaceSet<W> squares_captured_in(const WideBoard<W>&, const WidePosition<W>&, Place); \
  template CycleFacts<W> facts_of_cycle(const WideBoard<W>&, const StateGraph<W>&,              \
                                        const std::vector<StateId>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
