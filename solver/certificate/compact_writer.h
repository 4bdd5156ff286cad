// Writes a proof as a compact certificate (compact_format.h).
#pragma once

#include <string>

#include "core/base/packed_bytes.h"
#include "solver/certificate/compact_format.h"
#include "solver/certificate/proof.h"

namespace onyx::compact {

/// Writes the entries that are there, with their ranks: for a sound certificate the proof must be
/// in brief, by shorten() (brief.h). `version`: of the program. Sorts the entries in the memory of
/// the proof, which is used up. `entries_in_block`: 1 to kEntriesInBlock; less only for tests.
template <int W>
void write_certificate(const Board<W>& board, const Position<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& version, const WriteAt& write_at,
                       std::size_t entries_in_block = kEntriesInBlock);

}  // namespace onyx::compact
