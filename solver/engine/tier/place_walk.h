// Visits the blocks of a tier in numerical order, and tracks the stones on their high cells.
#pragma once

#include <vector>

#include "solver/engine/tier/bits.h"

namespace onyx {

class PlaceWalk {
 public:
  PlaceWalk(int high_count, std::uint32_t block) : digits_(static_cast<std::size_t>(high_count)) {
    place_.block = block;
    std::uint32_t bit = 1;
    for (int& digit : digits_) {
      digit = static_cast<int>(block % 3);
      if (digit > 0) place_.stones[digit - 1] |= bit;
      block /= 3;
      bit <<= 1;
    }
    ONYX_ASSERT(block == 0);
  }

  const tier::BlockPlace& place() const { return place_; }

  void advance() {
    ++place_.block;
    std::uint32_t bit = 1;
    for (int& digit : digits_) {  // adds 1 to the ternary number
      if (digit == 0) {
        digit = 1;
        place_.stones[0] |= bit;
        return;
      }
      if (digit == 1) {
        digit = 2;
        place_.stones[0] &= ~bit;
        place_.stones[1] |= bit;
        return;
      }
      digit = 0;
      place_.stones[1] &= ~bit;
      bit <<= 1;
    }
    place_.block = 0;
  }

 private:
  tier::BlockPlace place_{};
  std::vector<int> digits_;
};

inline std::vector<tier::BlockPlace> all_places(int high_count) {
  std::vector<tier::BlockPlace> places(tier::power_of_3(high_count));
  PlaceWalk walk(high_count, 0);
  for (tier::BlockPlace& place : places) {
    place = walk.place();
    walk.advance();
  }
  return places;
}

/// The order in which a tier's tiles (tier/kernel/kernel.h) are swept.
struct TileOrder {
  explicit TileOrder(int high_count);

  /// Bytes that a sweep takes per tile, in addition to the table.
  static constexpr std::size_t kBytes = 2 * sizeof(tier::BlockPlace) + sizeof(tier::TileBlocks);
  /// The first block of each tile, in groups (tier_solver.h).
  std::vector<tier::BlockPlace> places;
  std::vector<std::size_t> group_begin;  ///< The beginning of each group in `places`, then the end.
};

}  // namespace onyx
