// Reads compact certificates (compact_format.h): what they are about, and their strategies. It does
// not judge: the referee does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/packed_bytes.h"
#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx::compact {

/// What is told of a strategy: a position with its owner to move, and his move there.
template <int W>
using VisitMove = std::function<void(const Position<W>& position, Place move)>;

/// Calls `visit` for all moves of V's strategy, then of H's, in the order of the file. The
/// certificate must be of this board, and one that the referee accepts. Some microseconds a move;
/// the positions of a strategy are held in memory. Throws Damage.
template <int W>
void read_strategies(const Board<W>& board, const SourceFile& file, const VisitMove<W>& visit);

/// The most bytes from the beginning of a certificate that the next two functions look at.
inline constexpr std::size_t kMostStartBytes = 288;

/// The position whose value the certificate claims, as text, if the referee accepts it. Throws
/// Damage for what cannot be a compact certificate.
std::string position_of(std::string_view bytes);
/// The claim and the position. Throws Damage also where a checksum of these is wrong.
std::pair<Claim, std::string> claim_of(std::string_view bytes);

}  // namespace onyx::compact
