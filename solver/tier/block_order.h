// The order in which the blocks of a tier are numbered and swept.
#pragma once

#include <vector>

#include "solver/tier/kernel/kernel.h"

namespace onyx {

/// The same for all tiers with as many cells.
struct TierOrder {
  explicit TierOrder(int cell_count);

  /// What solving a tier takes for each block beside the table: its place in the order, once more
  /// among the open ones, and whether it is open.
  static constexpr std::size_t kBytes = 2 * sizeof(tier::BlockPlace) + 1;

  int low_count;
  int high_count;
  std::size_t block_count;
  std::vector<tier::BlockPlace> places;  ///< Grouped, the fullest first.
  std::vector<std::size_t> group_begin;  ///< And one more.
};

}  // namespace onyx
