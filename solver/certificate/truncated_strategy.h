// Truncated strategies leave out the positions in which the owner wins within three plies, and all
// positions after them. Most positions that play under a strategy reaches are of this kind (in four
// fifths of all, the owner connects at once), and the outlook (solver/engine/tactics/outlook.h)
// recognises them all. So proofs are found truncated and compact certificates are written
// truncated; for JSON the missing positions are filled in.
#pragma once

#include <new>
#include <optional>

#include "solver/engine/proof_number/strategy_moves.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx {

/// A move by which the side to move wins within three plies, if there is one. The game must not be
/// over.
template <int W>
std::optional<Place> short_win(const WideBoard<W>& board, const WidePosition<W>& position) {
  const auto outlook = proof_number::outlook_of(board, position);
  if (outlook.forecast != proof_number::Outlook<W>::Forecast::win) return std::nullopt;
  return outlook.move;
}

/// The whole strategy: all positions with the owner to move that play under the strategy reaches
/// from `start`, each with the owner's move; where the strategy has no move, the move of a short
/// win. Throws std::bad_alloc if the result would take more than `most_bytes`, and
/// std::out_of_range where the strategy has no move and there is no short win.
template <int W>
proof_number::MoveTable<W> reached_under(const WideBoard<W>& board, const WidePosition<W>& start,
                                         const proof_number::StrategyMoves<W>& strategy,
                                         std::uint64_t most_bytes = UINT64_MAX) {
  proof_number::MoveTable<W> reached;
  if (is_finished(board, start)) return reached;
  collect_moves(board, start, strategy.owner, reached, [&](const WidePosition<W>& position) {
    if (reached.bytes() > most_bytes) throw std::bad_alloc();
    const auto* const own = strategy.moves.find(pack(position));
    const std::optional<Place> move = own != nullptr ? own->move : short_win(board, position);
    if (!move) strategy.moves.at(pack(position));  // throws
    return *move;
  });
  return reached;
}

}  // namespace onyx
