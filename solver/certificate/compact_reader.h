// Reads compact certificates (compact_format.h): what they are about, and their strategies. It does
// not judge: the referee does.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/packed_bytes.h"
#include "core/position.h"

namespace onyx::compact {

/// The entries of one player's strategy: positions with him to move, and his move there.
template <int W>
using ReadStrategy = std::vector<std::pair<Position<W>, Place>>;

/// V's strategy and H's, in the order of the file. The certificate must be of this board, and one
/// that the referee accepts. O(entries), some microseconds each of version 3. Throws Damage.
template <int W>
std::array<ReadStrategy<W>, 2> read_strategies(const Board<W>& board, const SourceFile& file);

/// The position whose value the certificate claims, as text, if the referee accepts it. Throws
/// Damage for what cannot be a compact certificate.
std::string position_of(std::string_view bytes);

}  // namespace onyx::compact
