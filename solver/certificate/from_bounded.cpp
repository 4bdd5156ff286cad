#include "solver/certificate/from_bounded.h"

#include <unordered_set>

namespace onyx {
namespace {

/// A winner's move to a position that is lost in one ply less; nothing if the search reaches its
/// limits.
template <int W>
std::optional<Place> quickest_move(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int distance) {
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
  // Each visited position is stored twice, and in hash nodes.
  constexpr std::uint64_t kOfNode = 4 * sizeof(void*);
  const WideBoard<W>& board = search.board();
  const std::optional<Outcome> root = search.outcome(position, plies);
  if (!root) return std::nullopt;
  const bool does_mover_win = root->value() == Value::win;
  Proof<W> proof;
  proof.plies = root->distance();
  auto& [winner, strategy] = proof.strategies.emplace_back();
  winner = does_mover_win ? position.to_move : other(position.to_move);
  std::vector<WidePosition<W>> open;
  std::unordered_set<PackedPosition<W>, PackedHash<W>> met;
  const auto meet = [&](const WidePosition<W>& next) {
    if (!is_finished(board, next) && met.insert(pack(next)).second) open.push_back(next);
  };
  meet(position);
  // The distance decreases with every move of the winner, so the strategy repeats no position.
  while (!open.empty()) {
    if (met.size() * (sizeof(PackedPosition<W>) + kOfNode) + strategy.bytes() +
            open.capacity() * sizeof(WidePosition<W>) >
        most_bytes) {
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
    const auto move = quickest_move(search, now, here->distance());
    if (!move) return std::nullopt;
    strategy.try_emplace(pack(now), {*move, static_cast<std::uint16_t>(here->distance())});
    meet(successor(board, now, *move));
  }
  return proof;
}

template <int W>
std::optional<Certificate> certify(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies) {
  const auto proof = proof_from(search, position, plies);
  if (!proof) return std::nullopt;
  const Player winner = proof->strategies.front().owner;
  return certificate_of(search.board(), position, win_of(winner), *proof);
}

#define ONYX_INSTANTIATE(W)                                                                   \
  template std::optional<Proof<W>> proof_from(BoundedSearch<W>&, const WidePosition<W>&, int, \
                                              std::uint64_t);                                 \
  template std::optional<Certificate> certify(BoundedSearch<W>&, const WidePosition<W>&, int);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
