// Strategies from a solved graph: one move for each position in which the owner is to move.
#pragma once

#include <unordered_map>
#include <vector>

#include "solver/engine/graph/values.h"

namespace onyx {

/// A graph of all reachable states, or only of drawn states (ArenaSolver::drawn), with outcomes.
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

using StateMoves = std::unordered_map<StateId, Place>;

/// Returns a strategy for `owner`, who must not be losing: a move for each state that can occur
/// while the owner follows these moves. Makes the planned moves; elsewhere wins as fast as possible
/// or keeps the draw, preferably by a move to a visited state. The moves do not depend on state
/// numbers. O(edges visited). Throws std::bad_alloc above about `most_bytes`.
template <int W>
StateMoves strategy_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId start,
                         Player owner, const StateMoves& planned = {},
                         std::uint64_t most_bytes = UINT64_MAX);

template <int W>
StateMoves moves_along(const WideBoard<W>& board, const StateGraph<W>& graph,
                       const std::vector<StateId>& cycle);

/// Returns all best moves (Outcome::is_kept_by), in ascending order.
template <int W>
std::vector<Place> best_moves(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                              StateId state);

}  // namespace onyx
