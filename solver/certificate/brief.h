// Strategies in brief: without the positions in which their owner wins within three plies, and all
// that comes after them. Those are most of what play under a strategy reaches, four fifths of it
// won at once, and the outlook (solver/tactics/outlook.h) sees them all; so proofs are found in
// brief, compact certificates are written in brief, and JSON has them filled in.
#pragma once

#include "solver/certificate/proof.h"

namespace onyx {

/// The positions with the owner to move that play under the strategy reaches from `start`, with his
/// moves, those of the outlook where the strategy has none, and, as ranks, how many of his moves
/// come before at least. If not `is_whole`, play ends where he wins within three plies, and such
/// positions are left out. Throws std::bad_alloc if it would take more than `most_bytes`, and
/// std::out_of_range where the strategy has no move and there is no such win.
template <int W>
proof_number::MoveTable<W> reached_under(const Board<W>& board, const Position<W>& start,
                                         const proof_number::StrategyMoves<W>& strategy,
                                         bool is_whole, std::uint64_t most_bytes = UINT64_MAX);

/// The proof in brief, with the ranks that compact certificates want (compact_format.h). A win's
/// strategy must not repeat a position. Throws std::length_error if ranks are too small for it.
template <int W>
void shorten(const Board<W>& board, const Position<W>& position, Proof<W>& proof);

}  // namespace onyx
