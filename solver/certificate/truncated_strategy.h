// Truncated strategies omit positions in which the owner wins within three plies, and all later
// positions. These are most of a strategy: in about four fifths of its positions, the owner
// connects at once. The outlook (solver/engine/tactics/outlook.h) finds the omitted wins again.
// Compact certificates are truncated; JSON certificates are whole.
#pragma once

#include <new>
#include <optional>

#include "solver/engine/proof_number/strategy_moves.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx {

/// Returns a move that wins within three plies, if there is one. The game must not be over.
template <int W>
std::optional<Place> short_win(const WideBoard<W>& board, const WidePosition<W>& position) {
  const auto outlook = proof_number::outlook_of(board, position);
  if (outlook.forecast != proof_number::Forecast::win) return std::nullopt;
  return outlook.move;
}

/// Returns the owner's moves in all positions reachable from `start` under `strategy`; uses
/// short_win() where `strategy` has no move. Throws std::bad_alloc beyond `most_bytes`, and
/// std::out_of_range if short_win() finds no move.
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
    if (!move) strategy.moves.at(pack(position));  // Throws std::out_of_range.
    return *move;
  });
  return reached;
}

}  // namespace onyx
