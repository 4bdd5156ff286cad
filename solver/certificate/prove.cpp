#include "solver/certificate/prove.h"

#include <unordered_set>

#include "core/base/assert.h"

namespace onyx {
namespace {

/// Returns a move that wins within `distance` plies, including itself; nothing at a search limit.
template <int W>
std::optional<Place> quickest_move(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int distance) {
  ONYX_ASSERT(distance >= 1 && distance % 2 == 1);
  const WideBoard<W>& board = search.board();
  if (distance == 1) return winning_moves(board, position).lowest();
  PlaceSet<W> moves = placements(board, position);
  while (moves.any()) {
    const Place move = moves.pop_lowest();
    const auto holds = search.loses_within(successor(board, position, move), distance - 1);
    if (!holds) return std::nullopt;
    if (*holds) return move;
  }
  throw std::logic_error("a win has no move that wins");
}

}  // namespace

template <int W>
std::optional<Proof<W>> proof_from(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies, std::uint64_t most_bytes) {
  constexpr std::uint64_t kMetBytes = sizeof(PackedPosition<W>) + 4 * sizeof(void*);
  const WideBoard<W>& board = search.board();
  const std::optional<Outcome> root = search.outcome(position, plies);
  if (!root) return std::nullopt;
  Proof<W> proof;
  proof.plies = root->distance();
  auto& [winner, strategy] = proof.strategies.emplace_back();
  winner = root->value() == Value::win ? position.to_move : other(position.to_move);
  std::vector<WidePosition<W>> open;
  std::unordered_set<PackedPosition<W>, PackedHash<W>> met;
  const auto meet = [&](const WidePosition<W>& next) {
    if (!is_finished(board, next) && met.insert(pack(next)).second) open.push_back(next);
  };
  meet(position);
  // The distance decreases with every move of the winner, so play never repeats a position.
  while (!open.empty()) {
    const std::uint64_t open_bytes = open.capacity() * sizeof(WidePosition<W>);
    if (met.size() * kMetBytes + strategy.bytes() + open_bytes > most_bytes) {
      proof.end = End::memory_limit;
      return proof;
    }
    const WidePosition<W> now = open.back();
    open.pop_back();
    if (now.to_move != winner) {
      proof_number::for_each_successor(board, now, meet);
      continue;
    }
    const std::optional<Outcome> here = search.outcome(now, plies);
    if (!here) return std::nullopt;
    ONYX_ASSERT(here->value() == Value::win);
    const auto move = quickest_move(search, now, here->distance());
    if (!move) return std::nullopt;
    strategy.try_emplace(pack(now), {*move, static_cast<std::uint16_t>(here->distance())});
    meet(successor(board, now, *move));
  }
  return proof;
}

template <int W>
Proof<W> proof_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle, std::uint64_t most_bytes) {
  Proof<W> proof;
  const Outcome outcome = solved.outcomes[state];
  StateMoves planned;
  if (outcome.is_draw()) {
    planned = moves_along(board, solved.graph, cycle);
  } else {
    proof.plies = outcome.distance();
  }
  for (const Player player : {Player::V, Player::H}) {
    if (!solved.is_safe_for(player, state)) continue;
    auto& [owner, moves] = proof.strategies.emplace_back();
    owner = player;
    for (const auto& [at, move] :
         strategy_from(board, solved, state, player, planned, most_bytes)) {
      moves.try_emplace(solved.graph.positions[at], {move});
    }
  }
  ONYX_ASSERT(proof.strategies.size() == (outcome.is_draw() ? 2U : 1U));
  return proof;
}

template <int W>
Certificate certify_value(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle, std::uint64_t most_bytes) {
  const Proof<W> proof = proof_from(board, solved, state, cycle, most_bytes);
  const Claim claim =
      solved.outcomes[state].is_draw() ? Claim::draw : win_of(proof.strategies.front().owner);
  return certificate_of(board, solved.graph.position(state), claim, proof, most_bytes);
}

namespace proof_number {

template <int W>
Proof<W> prove(Searcher<W>& searcher, const WidePosition<W>& position, const FoundValue<W>& value,
               const Stop& stop, StrategyDraft<W> draft) {
  ONYX_ASSERT(value.end == End::complete);
  if (value.is_draw) return {.strategies = value.safe};
  return winning_strategy(searcher, position, value.winner, stop, std::move(draft));
}

template <int W>
std::optional<Certificate> certify_draw(const WideBoard<W>& board, const WidePosition<W>& position,
                                        std::uint64_t table_bytes, const Stop& stop) {
  ProofTable<W> table(table_bytes);
  Searcher<W> searcher(board, table);
  const FoundValue<W> value = find_value(searcher, position, stop);
  if (value.end != End::complete || !value.is_draw) return std::nullopt;
  return certificate_of(board, position, Claim::draw, prove(searcher, position, value, stop));
}

}  // namespace proof_number

#define ONYX_INSTANTIATE(W)                                                                   \
  template std::optional<Proof<W>> proof_from(BoundedSearch<W>&, const WidePosition<W>&, int, \
                                              std::uint64_t);                                 \
  template Proof<W> proof_from(const WideBoard<W>&, const SolvedGraph<W>&, StateId,           \
                               const std::vector<StateId>&, std::uint64_t);                   \
  template Certificate certify_value(const WideBoard<W>&, const SolvedGraph<W>&, StateId,     \
                                     const std::vector<StateId>&, std::uint64_t);             \
  template Proof<W> proof_number::prove(proof_number::Searcher<W>&, const WidePosition<W>&,   \
                                        const proof_number::FoundValue<W>&, const Stop&,      \
                                        proof_number::StrategyDraft<W>);                      \
  template std::optional<Certificate> proof_number::certify_draw(                             \
      const WideBoard<W>&, const WidePosition<W>&, std::uint64_t, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
