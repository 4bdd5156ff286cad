// A table on disk, so that a search of hours can be interrupted and resumed: a file of entries
// (saved_entries.h), "OnyxPns3", whose header holds the number of nodes expanded for them. An entry
// is
//
//   the question: V's stones, then H's, 8 bytes for each 64 places, points by row from A1, then
//     midpoints; the highest bit of V's is set iff H attacks, of H's iff H moves
//   u32 proof number, u32 disproof number, u16 plies, u16 move, u32 work (proof_table.h)
//
// A proved entry is true whatever search it came from, so a file may be read for any position of
// its board. Every entry is checked to be possible and its move to be legal, but the file is not a
// certificate.
#pragma once

#include "core/base/packed_bytes.h"
#include "core/wide_board.h"
#include "solver/engine/proof_number/proof_table.h"

namespace onyx::proof_number {

template <int W>
void save(const ProofTable<W>& table, BoardSize size, std::uint64_t nodes, const WriteAt& write_at);

/// Adds the entries of the file to the table, and returns the nodes expanded for them. Throws
/// Damage unless the file is a saved table of the board. Entries from blocks with right checksums
/// may have been added by then. The table grows with the size of the file, to at most about thirty
/// times that size, whatever number of entries the file claims.
template <int W>
std::uint64_t load(ProofTable<W>& table, const WideBoard<W>& board, const SourceFile& file);

}  // namespace onyx::proof_number
