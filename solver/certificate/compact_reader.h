// Reads compact certificates (compact_format.h): their claims and their strategies. Does not verify
// them: the referee does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/packed_bytes.h"
#include "core/wide_position.h"
#include "solver/certificate/certificate.h"

namespace onyx::compact {

/// Called for each strategy entry: a position with the owner to move, and the owner's move there.
template <int W>
using VisitMove = std::function<void(const WidePosition<W>& position, Place move)>;

/// Calls `visit` for all moves of V's strategy, then of H's, in the order of the file. The
/// certificate must be for this board, and one that the referee accepts. Some microseconds per
/// move; the positions of one strategy are held in memory. Throws Damage.
template <int W>
void read_strategies(const WideBoard<W>& board, const SourceFile& file, const VisitMove<W>& visit);

/// position_of and claim_of need at most this many bytes from the beginning of the file.
inline constexpr std::size_t kMostStartBytes = 288;

/// The position, as text, that the certificate makes a claim about. Throws Damage for bytes that
/// cannot be a compact certificate.
std::string position_of(std::string_view bytes);
/// The claim and the position. Also throws Damage if a checksum of either is wrong.
std::pair<Claim, std::string> claim_of(std::string_view bytes);

}  // namespace onyx::compact
