// Saves an unfinished winning strategy, so that writing it down can be interrupted and resumed: a
// file of entries (saved_entries.h), "OnyxStr1". An entry is
//
//   a position: V's stones, then H's, 8 bytes for each 64 places, points by row from A1, then
//     midpoints; the highest bit of H's is set iff H moves
//   u16 the mover's move, or 65535 if it is still to be found
//
// The first entry holds the root of the strategy; its move is 0 if V is the owner, 1 if H. In the
// other entries the owner is the mover. Anybody may have written such a file, so a resumed run must
// itself check that the moves win, and find the positions that follow (winning_strategy.h).
#pragma once

#include <optional>

#include "core/base/packed_bytes.h"
#include "core/moves.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// `root` is the root of the strategy.
template <int W>
void save_strategy(const StrategyMoves<W>& strategy, const WidePosition<W>& root, BoardSize size,
                   const WriteAt& write_at);

/// Returns the moves of the owner's strategy for `root`, or nothing if the file holds another
/// strategy. Each move is legal and does not let the opponent win at once. Throws Damage. Throws
/// std::bad_alloc if memory runs out or the moves would take more than `most_bytes`.
template <int W>
std::optional<MoveTable<W>> load_strategy(const WideBoard<W>& board, const WidePosition<W>& root,
                                          Player owner, const SourceFile& file,
                                          std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx::proof_number
