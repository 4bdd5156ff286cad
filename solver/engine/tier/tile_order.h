// The order in which the tiles of a tier (tier/kernel/kernel.h) are swept.
#pragma once

#include <vector>

#include "solver/engine/tier/kernel/kernel.h"

namespace onyx {

/// Equal for all tiers with the same number of high cells.
struct TileOrder {
  explicit TileOrder(int high_count);

  /// Memory for each tile while a tier is solved, besides the table: its place in the order, its
  /// place among the open tiles, and the set of its open blocks.
  static constexpr std::size_t kBytes = 2 * sizeof(tier::BlockPlace) + sizeof(tier::TileBlocks);

  /// The first block of each tile, in which the middle cells are empty. Grouped by the numbers of
  /// V's and of H's stones on outer cells, the fullest first.
  std::vector<tier::BlockPlace> places;
  std::vector<std::size_t> group_begin;  ///< With one more entry for the end.
};

}  // namespace onyx
