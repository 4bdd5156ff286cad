#include "solver/certificate/brief.h"

#include <algorithm>
#include <deque>
#include <new>

namespace onyx {

using proof_number::MoveTable;
using proof_number::StrategyMove;
using proof_number::StrategyMoves;

template <int W>
MoveTable<W> reached_under(const Board<W>& board, const Position<W>& start,
                           const StrategyMoves<W>& strategy, std::uint64_t most_bytes) {
  MoveTable<W> reached;
  std::deque<std::pair<PackedPosition<W>, Place>> open;
  const auto arrive = [&](const Position<W>& position, int moves_before) {
    const PackedPosition<W> packed = pack(position);
    if (reached.find(packed) != nullptr) return;
    const StrategyMove* const own = strategy.moves.find(packed);
    const std::optional<Place> move = own != nullptr ? own->move : short_win(board, position);
    if (!move) strategy.moves.at(packed);  // throws
    const auto rank = static_cast<std::uint16_t>(std::min(moves_before, 65'535));
    reached.try_emplace(packed, {*move, rank});
    if (reached.bytes() > most_bytes) throw std::bad_alloc();
    open.push_back({packed, *move});
  };
  if (is_finished(board, start)) return reached;
  if (start.to_move == strategy.owner) {
    arrive(start, 0);
  } else {
    proof_number::for_each_successor(board, start,
                                     [&](const Position<W>& next) { arrive(next, 0); });
  }
  while (!open.empty()) {
    const auto [packed, move] = open.front();
    open.pop_front();
    const int moves_before = reached.at(packed).rank + 1;
    const Position<W> after = successor(board, unpack(packed), move);
    if (is_finished(board, after)) continue;
    proof_number::for_each_successor(board, after,
                                     [&](const Position<W>& next) { arrive(next, moves_before); });
  }
  return reached;
}

#define ONYX_INSTANTIATE(W)                                                \
  template MoveTable<W> reached_under(const Board<W>&, const Position<W>&, \
                                      const StrategyMoves<W>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
