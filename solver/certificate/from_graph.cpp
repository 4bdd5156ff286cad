#include "solver/certificate/from_graph.h"

namespace onyx {
namespace {

using proof_number::StrategyMoves;

template <int W>
StrategyMoves<W> by_position(const SolvedGraph<W>& solved, const Strategy& strategy) {
  StrategyMoves<W> result;
  result.owner = strategy.owner;
  for (const auto& [state, move] : strategy.moves) {
    result.moves.try_emplace(solved.graph.positions[state], {move});
  }
  return result;
}

}  // namespace

template <int W>
Proof<W> proof_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle, std::uint64_t most_bytes) {
  Proof<W> proof;
  const Outcome outcome = solved.outcomes[state];
  if (!outcome.is_draw()) {
    const Player winner = solved.is_safe_for(Player::V, state) ? Player::V : Player::H;
    proof.strategies.push_back(
        by_position(solved, strategy_from(board, solved, state, winner, {}, most_bytes)));
    proof.plies = outcome.distance();
    return proof;
  }
  const PlannedMoves planned = moves_along(board, solved.graph, cycle);
  for (const Player player : {Player::V, Player::H}) {
    proof.strategies.push_back(
        by_position(solved, strategy_from(board, solved, state, player, planned, most_bytes)));
  }
  return proof;
}

template <int W>
Certificate certify_value(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle, std::uint64_t most_bytes) {
  Claim claim = Claim::draw;
  if (!solved.outcomes[state].is_draw()) {
    claim = win_of(solved.is_safe_for(Player::V, state) ? Player::V : Player::H);
  }
  return certificate_of(board, solved.graph.position(state), claim,
                        proof_from(board, solved, state, cycle, most_bytes), most_bytes);
}

#define ONYX_INSTANTIATE(W)                                                               \
  template Proof<W> proof_from(const WideBoard<W>&, const SolvedGraph<W>&, StateId,       \
                               const std::vector<StateId>&, std::uint64_t);               \
  template Certificate certify_value(const WideBoard<W>&, const SolvedGraph<W>&, StateId, \
                                     const std::vector<StateId>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
