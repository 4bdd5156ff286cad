// Slices: the values that a solved tier hands down to the tiers with one fewer midpoint taken.
#pragma once

#include <array>
#include <vector>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/base/parallel.h"
#include "solver/engine/tier/bits.h"

namespace onyx {

/// The values after a player has taken a midpoint, with the opponent to move. There is one entry
/// per block in which the midpoint's high corners are empty, in block order.
struct TierSlice {
  BigArray<tier::Known> entries;
  BigArray<tier::Codes> codes;  ///< Empty unless distances were requested.
  int most_plies = 0;           ///< The greatest distance in `codes`.
};

/// Numbers the blocks in which no high cell of `corners` has a stone.
class SliceIndex {
 public:
  SliceIndex(int high_count, const std::array<int, 4>& corners) {
    for (const int corner : corners) corners_ |= tier::high_bit(corner);
    size_ = 1;
    for (int cell = 0; cell < high_count; ++cell) {
      const bool is_corner = (corners_ >> cell & 1) != 0;
      weight_.push_back(is_corner ? 0 : static_cast<std::uint32_t>(size_));
      if (!is_corner) size_ *= 3;
    }
  }
  std::size_t size() const { return size_; }
  bool contains(const tier::BlockPlace& place) const {
    return ((place.stones[0] | place.stones[1]) & corners_) == 0;
  }
  std::size_t operator()(const tier::BlockPlace& place) const {
    ONYX_ASSERT((place.stones[0] & place.stones[1]) == 0);
    std::size_t index = 0;
    for (std::size_t player = 0; player < 2; ++player) {
      for (std::uint32_t left = place.stones[player]; left != 0; left &= left - 1) {
        index += (player + 1) * weight_[static_cast<std::size_t>(std::countr_zero(left))];
      }
    }
    ONYX_ASSERT(index < size_);
    return index;
  }

 private:
  std::uint32_t corners_ = 0;
  std::vector<std::uint32_t> weight_;
  std::size_t size_;
};

tier::Bits low_corners_empty(int low_count, const std::array<int, 4>& corners);

/// A symmetry as a map from cells to cells.
struct CellSymmetry {
  std::vector<int> image;
  bool swaps_colours = false;
};

/// Returns a tier's slice for the midpoint between `corners`, made from the slice of its symmetric
/// image. O(colourings).
TierSlice slice_from_image(const TierSlice& image, const std::array<int, 4>& corners,
                           const CellSymmetry& symmetry, Threads threads);

/// Writes `count` entries of slice_from_image()'s result to `to`, starting at entry `first`.
void entries_from_image(const TierSlice& image, const std::array<int, 4>& corners,
                        const CellSymmetry& symmetry, std::size_t first, std::size_t count,
                        tier::Known* to, Threads threads);

}  // namespace onyx
