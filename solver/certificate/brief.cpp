#include "solver/certificate/brief.h"

#include <new>

namespace onyx {

using proof_number::MoveTable;
using proof_number::StrategyMove;
using proof_number::StrategyMoves;

template <int W>
MoveTable<W> reached_under(const Board<W>& board, const Position<W>& start,
                           const StrategyMoves<W>& strategy, std::uint64_t most_bytes) {
  MoveTable<W> reached;
  if (is_finished(board, start)) return reached;
  proof_number::walk(
      board, start, strategy.owner,
      [&](const Position<W>& position, const proof_number::Way&) -> std::optional<Place> {
        const PackedPosition<W> packed = pack(position);
        if (reached.find(packed) != nullptr) return std::nullopt;
        const StrategyMove* const own = strategy.moves.find(packed);
        const std::optional<Place> move = own != nullptr ? own->move : short_win(board, position);
        if (!move) strategy.moves.at(packed);  // throws
        reached.try_emplace(packed, {*move});
        if (reached.bytes() > most_bytes) throw std::bad_alloc();
        return move;
      },
      [&](const Position<W>& position) { reached.prefetch(pack(position)); },
      [&](const Position<W>& position) { return reached.find(pack(position)) != nullptr; });
  return reached;
}

#define ONYX_INSTANTIATE(W)                                                \
  template MoveTable<W> reached_under(const Board<W>&, const Position<W>&, \
                                      const StrategyMoves<W>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
