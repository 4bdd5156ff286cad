// The order in which the tiles of a tier (tier/kernel/kernel.h) are swept.
#pragma once

#include <vector>

#include "solver/tier/kernel/kernel.h"

namespace onyx {

/// The same for all tiers with as many high cells.
struct TileOrder {
  explicit TileOrder(int high_count);

  /// What solving a tier takes for each tile beside the table: its place in the order, once more
  /// among the open ones, and which of its blocks are open.
  static constexpr std::size_t kBytes = 2 * sizeof(tier::BlockPlace) + sizeof(tier::TileBlocks);

  /// The first block of each tile, its middle cells empty. Grouped by how many stones of V and of H
  /// there are outside, the fullest first.
  std::vector<tier::BlockPlace> places;
  std::vector<std::size_t> group_begin;  ///< And one more.
};

}  // namespace onyx
