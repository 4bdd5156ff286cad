// Reads the strategies of compact certificates (compact_format.h). It does not judge: the referee
// does.
#pragma once

#include <utility>
#include <vector>

#include "core/base/packed_bytes.h"
#include "core/position.h"

namespace onyx::compact {

/// The entries of one player's strategy: positions with him to move, and his move there.
template <int W>
using ReadStrategy = std::vector<std::pair<Position<W>, Place>>;

/// V's strategy and H's, in the order of the file. The certificate must be of this board. O(bytes).
/// Throws Damage.
template <int W>
std::array<ReadStrategy<W>, 2> read_strategies(const Board<W>& board, const SourceFile& file);

}  // namespace onyx::compact
