// Writes a proof as a compact certificate (compact_format.md).
#pragma once

#include <functional>
#include <string>

#include "core/base/packed_bytes.h"
#include "core/base/stop.h"
#include "solver/certificate/compact_format.h"
#include "solver/certificate/proof.h"

namespace onyx::compact {

/// Writes `proof`, whole or truncated (truncated_strategy.h), and consumes it. Omits unreachable
/// entries. Does not detect missing entries; the referee does. Play under a winning strategy must
/// not repeat a position. `version` is the program version. Only tests set `moves_in_block`. The
/// bytes are the same on every machine. Throws std::invalid_argument for an illegal move.
template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& version, const WriteAt& write_at,
                       std::size_t moves_in_block = kMovesInBlock,
                       const std::function<void(const Reached&)>& progress = {});

}  // namespace onyx::compact
