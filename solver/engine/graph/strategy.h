// Strategies taken from a solved graph: one move for each position where the owner is to move.
#pragma once

#include <unordered_map>
#include <vector>

#include "solver/engine/graph/values.h"

namespace onyx {

/// A graph of explored states, or of drawn states and the moves between them (ArenaSolver::drawn).
template <int W>
struct SolvedGraph {
  StateGraph<W> graph;
  BigArray<Outcome> outcomes;

  std::size_t bytes() const { return graph.bytes() + outcomes.bytes(); }

  Player mover(StateId state) const { return graph.position(state).to_move; }
  bool is_safe_for(Player player, StateId state) const {
    const Value value = outcomes[state].value();
    if (value == Value::draw) return true;
    return (value == Value::win) == (mover(state) == player);
  }
};

/// Holds the owner's move in every state that can occur while the owner follows these moves.
struct Strategy {
  Player owner;
  std::unordered_map<StateId, Place> moves;
};

/// Moves that a strategy must make; in all other states the choice is free.
using PlannedMoves = std::unordered_map<StateId, Place>;

/// `owner` must be able to avoid losing. Makes the planned moves; elsewhere plays a shortest win or
/// keeps the draw, if possible by a move to a state already visited. The moves do not depend on the
/// numbering of the states. O(edges visited). Throws std::bad_alloc above about `most_bytes`.
template <int W>
Strategy strategy_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId start,
                       Player owner, const PlannedMoves& planned = {},
                       std::uint64_t most_bytes = UINT64_MAX);

template <int W>
PlannedMoves moves_along(const WideBoard<W>& board, const StateGraph<W>& graph,
                         const std::vector<StateId>& cycle);

/// All moves that keep the value and distance (Outcome::is_kept_by), in the order of places.
template <int W>
std::vector<Place> best_moves(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                              StateId state);

}  // namespace onyx
