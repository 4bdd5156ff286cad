// A winning strategy that is being written down, on disk, so that it can be interrupted and go on:
// a file of entries (saved_entries.h), "OnyxStr1". An entry is
//
//   a position: V's stones, then H's, 8 bytes for each 64 places, points by row from A1, then
//     midpoints; the highest bit of H's is set iff H moves
//   u16 the mover's move, 65535 where it is still to be found
//
// The first one is what the strategy is of, and its move 0 if V is the owner, 1 if H. Of the others
// he is the mover. Anybody may have written such a file: that its moves win, and what else follows,
// is for whoever goes on from it to find out (winning_strategy.h).
#pragma once

#include <optional>

#include "core/base/packed_bytes.h"
#include "core/moves.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// `root` is what the strategy is of.
template <int W>
void save_strategy(const StrategyMoves<W>& strategy, const Position<W>& root, BoardSize size,
                   const WriteAt& write_at);

/// The moves of the owner's strategy of `root`, or nothing where the file is of another one. Each
/// move is legal and lets the other side not win at once. Throws Damage, and std::bad_alloc also if
/// they would take more than `most_bytes`.
template <int W>
std::optional<MoveTable<W>> load_strategy(const Board<W>& board, const Position<W>& root,
                                          Player owner, const SourceFile& file,
                                          std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx::proof_number
