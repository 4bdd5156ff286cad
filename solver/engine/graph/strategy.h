// Strategies taken from a solved graph: one move for each position where the owner is to move.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/engine/graph/values.h"

namespace onyx {

/// A graph with the values of all its states. (Some graphs have only drawn states and the moves
/// between them, for example that of ArenaSolver::drawn.)
template <int W>
struct SolvedGraph {
  StateGraph<W> graph;
  BigArray<Outcome> outcomes;

  std::size_t bytes() const { return graph.bytes() + outcomes.bytes(); }

  Player mover(StateId state) const { return graph.position(state).to_move; }
  /// True iff `player` can avoid losing from the state.
  bool is_safe_for(Player player, StateId state) const {
    const Value value = outcomes[state].value();
    if (value == Value::draw) return true;
    return (value == Value::win) == (mover(state) == player);
  }
};

/// One move for every state with the owner to move that can arise when the owner follows the
/// strategy and the opponent plays anything.
struct Strategy {
  Player owner;
  std::unordered_map<StateId, Place> moves;
};

/// Moves that a strategy must make; in all other states the choice is free.
using PlannedMoves = std::unordered_map<StateId, Place>;

/// A strategy of `owner` from `start`, where the owner must be able to avoid losing. In won states
/// the strategy takes a shortest win. In drawn states it keeps the draw: by the planned move if
/// there is one, otherwise if possible by a move to a state already visited, which keeps the
/// strategy small. The result does not depend on the numbering of states. O(edges visited). Throws
/// std::bad_alloc if the strategy takes more than about `most_bytes`.
template <int W>
Strategy strategy_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId start,
                       Player owner, const PlannedMoves& planned = {},
                       std::uint64_t most_bytes = UINT64_MAX);

/// The moves along a cycle of states, as planned moves for both players.
template <int W>
PlannedMoves moves_along(const WideBoard<W>& board, const StateGraph<W>& graph,
                         const std::vector<StateId>& cycle);

/// All best moves of a state (Outcome::is_kept_by), in the order of places.
template <int W>
std::vector<Place> best_moves(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                              StateId state);

}  // namespace onyx
