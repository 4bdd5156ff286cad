// Strategies in brief: without the positions in which their owner wins within three plies, and all
// that comes after them. Those are most of what play under a strategy reaches, four fifths of it
// won at once, and the outlook (solver/tactics/outlook.h) sees them all; so proofs are found in
// brief, compact certificates are written in brief, and JSON has them filled in.
#pragma once

#include <optional>

#include "solver/proof_number/strategy_moves.h"
#include "solver/tactics/outlook.h"

namespace onyx {

/// The move by which the side to move wins within three plies, if there is one. The game must not
/// be over.
template <int W>
std::optional<Place> short_win(const Board<W>& board, const Position<W>& position) {
  const auto outlook = proof_number::outlook_of(board, position);
  if (outlook.forecast != proof_number::Outlook<W>::Forecast::win) return std::nullopt;
  return outlook.move;
}

/// The strategy as a whole: all positions with the owner to move that play under it reaches from
/// `start`, with his moves, or those of short wins where the strategy has none. Throws
/// std::bad_alloc if it would take more than `most_bytes`, and std::out_of_range where the strategy
/// has no move and there is no such win.
template <int W>
proof_number::MoveTable<W> reached_under(const Board<W>& board, const Position<W>& start,
                                         const proof_number::StrategyMoves<W>& strategy,
                                         std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx
