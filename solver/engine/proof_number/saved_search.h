// The file format in which a long search saves its table, or an unfinished winning strategy, so
// that a later run can resume. Other versions of the program may refuse such files.
//
// Layout. All numbers are little-endian; checksums are XXH64, seed 0.
//
//   header   64 bytes
//     0   8 bytes: "OnyxPns3" for tables or "OnyxStr1" for strategies; the last byte is the version
//     8   u32 width, u32 height (points)
//     16  u64 number of entries
//     24  u64 for tables: the number of nodes expanded to compute them; for strategies: 0
//     32  u32 bytes per entry, u32 number of blocks
//     40  16 bytes zero
//     56  u64 checksum of bytes 0 to 55
//   blocks (packed_bytes.h) of entries, one after another
//
// An entry begins with a position: V's stones, then H's, as bit sets with 8 bytes for each 64
// places (points row by row from A1, then midpoints). The highest bit of H's set is 1 if H is to
// move. The rest of an entry is
//   in a table      u32 proof number, u32 disproof number, u16 plies, u16 move, u32 work
//                   (proof_table.h); the highest bit of V's set is 1 if H attacks
//   in a strategy   u16 the mover's move, or 65535 if no move is known yet. The first entry
//                   holds the root; its move is 0 if V is the owner, 1 if H. In all other
//                   entries the owner is the mover.
#pragma once

#include <optional>

#include "core/base/packed_bytes.h"
#include "solver/engine/proof_number/proof_table.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
void save(const ProofTable<W>& table, BoardSize size, std::uint64_t nodes, const WriteAt& write_at);

/// Adds the file's entries to the table and returns the number of nodes expanded for them. Checks
/// that entries are well formed, not that they are true. Throws Damage, perhaps after adding some
/// entries. On boards of one word, the table grows to at most about 30 times the file's size.
template <int W>
std::uint64_t load(ProofTable<W>& table, const WideBoard<W>& board, const SourceFile& file);

template <int W>
void save_strategy(const StrategyMoves<W>& strategy, const WidePosition<W>& root, BoardSize size,
                   const WriteAt& write_at);

/// Returns the moves, or nothing if the file has another root or owner. The moves are legal and do
/// not let the opponent win at once; the caller must check that they win (winning_strategy.h).
/// Throws Damage, and std::bad_alloc if the moves would take more than `most_bytes`.
template <int W>
std::optional<MoveTable<W>> load_strategy(const WideBoard<W>& board, const WidePosition<W>& root,
                                          Player owner, const SourceFile& file,
                                          std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx::proof_number
