// Writes a proof as a compact certificate (compact_format.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "solver/compact/compact_format.h"
#include "solver/proof_number/proof.h"

namespace onyx::compact {

/// Puts bytes at an offset of the file; what it throws leaves the writer.
using WriteAt = std::function<void(std::uint64_t offset, std::string_view bytes)>;

/// `version`: of the program. Sorts the entries: 16 to 160 bytes each, beside the proof.
/// `entries_in_block`: 1 to kEntriesInBlock; less only for tests.
/// Throws std::length_error if a play of a winning strategy takes 65,535 plies or more.
template <int W>
void write_certificate(const Board<W>& board, const Position<W>& position,
                       const proof_number::Verdict<W>& verdict, const proof_number::Proof<W>& proof,
                       const std::string& version, const WriteAt& write_at,
                       std::size_t entries_in_block = kEntriesInBlock);

}  // namespace onyx::compact
