#include "solver/certificate/truncated_strategy.h"

#include <new>

namespace onyx {

using proof_number::MoveTable;
using proof_number::StrategyMove;
using proof_number::StrategyMoves;

template <int W>
MoveTable<W> reached_under(const WideBoard<W>& board, const WidePosition<W>& start,
                           const StrategyMoves<W>& strategy, std::uint64_t most_bytes) {
  MoveTable<W> reached;
  if (is_finished(board, start)) return reached;
  collect_moves(board, start, strategy.owner, reached, [&](const WidePosition<W>& position) {
    if (reached.bytes() > most_bytes) throw std::bad_alloc();
    const StrategyMove* const own = strategy.moves.find(pack(position));
    const std::optional<Place> move = own != nullptr ? own->move : short_win(board, position);
    if (!move) strategy.moves.at(pack(position));  // throws
    return *move;
  });
  return reached;
}

#define ONYX_INSTANTIATE(W)                                                        \
  template MoveTable<W> reached_under(const WideBoard<W>&, const WidePosition<W>&, \
                                      const StrategyMoves<W>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

std::optional<Place> short_win(const Position& position) {
  return with_wide(position,
                   [](const auto& board, const auto& wide) { return short_win(board, wide); });
}

}  // namespace onyx
