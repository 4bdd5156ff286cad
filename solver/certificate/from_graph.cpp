#include "solver/certificate/from_graph.h"

#include <algorithm>
#include <deque>

namespace onyx {
namespace {

using proof_number::StrategyMove;
using proof_number::StrategyMoves;

/// Of a winning strategy that hurries, the distance is the longest play; see StrategyMove.
template <int W>
StrategyMoves<W> ranked_by_distance(const SolvedGraph<W>& solved, const Strategy& strategy) {
  StrategyMoves<W> result;
  result.owner = strategy.owner;
  for (const auto& [state, move] : strategy.moves) {
    const int rank = std::min<int>(solved.outcomes[state].distance(), proof_number::kMostRank);
    result.moves.try_emplace(solved.graph.positions[state],
                             {move, static_cast<std::uint16_t>(rank)});
  }
  return result;
}

/// Of a safe one, how many moves of the owner come before.
template <int W>
StrategyMoves<W> ranked_by_moves_before(const Board<W>& board, const SolvedGraph<W>& solved,
                                        const Strategy& strategy, StateId start) {
  const StateGraph<W>& graph = solved.graph;
  StrategyMoves<W> result;
  result.owner = strategy.owner;
  std::deque<std::pair<StateId, int>> open;
  const auto meet = [&](StateId state, int rank) {
    const StrategyMove move{strategy.moves.at(state),
                            static_cast<std::uint16_t>(std::min(rank, 65'535))};
    if (result.moves.try_emplace(graph.positions[state], move).second)
      open.push_back({state, rank});
  };
  if (solved.mover(start) == strategy.owner) {
    meet(start, 0);
  } else {
    for (const StateId next : graph.successors(start)) meet(next, 0);
  }
  while (!open.empty()) {
    const auto [state, rank] = open.front();
    open.pop_front();
    if (graph.is_leaf(state)) continue;
    const StateId after = state_after(board, graph, state, strategy.moves.at(state));
    for (const StateId next : graph.successors(after)) meet(next, rank + 1);
  }
  return result;
}

}  // namespace

template <int W>
Proof<W> proof_from(const Board<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle, std::uint64_t most_bytes) {
  Proof<W> proof;
  const Outcome outcome = solved.outcomes[state];
  if (!outcome.is_draw()) {
    const Player winner = solved.is_safe_for(Player::V, state) ? Player::V : Player::H;
    proof.strategies.push_back(
        ranked_by_distance(solved, strategy_from(board, solved, state, winner, {}, most_bytes)));
    proof.plies = outcome.distance();
    return proof;
  }
  const PlannedMoves planned = moves_along(board, solved.graph, cycle);
  for (const Player player : {Player::V, Player::H}) {
    const Strategy strategy = strategy_from(board, solved, state, player, planned, most_bytes);
    proof.strategies.push_back(ranked_by_moves_before(board, solved, strategy, state));
  }
  return proof;
}

template <int W>
Certificate certify_value(const Board<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle, std::uint64_t most_bytes) {
  Claim claim = Claim::draw;
  if (!solved.outcomes[state].is_draw()) {
    claim = win_of(solved.is_safe_for(Player::V, state) ? Player::V : Player::H);
  }
  return certificate_of(board, solved.graph.position(state), claim,
                        proof_from(board, solved, state, cycle, most_bytes), most_bytes);
}

#define ONYX_INSTANTIATE(W)                                                           \
  template Proof<W> proof_from(const Board<W>&, const SolvedGraph<W>&, StateId,       \
                               const std::vector<StateId>&, std::uint64_t);           \
  template Certificate certify_value(const Board<W>&, const SolvedGraph<W>&, StateId, \
                                     const std::vector<StateId>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
