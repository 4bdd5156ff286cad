#include "solver/engine/tier/slice.h"

#include <algorithm>

namespace onyx {

using namespace tier;  // the engine's names: Bits, Known, kGrain and so on

Bits low_corners_empty(int low_count, const std::array<int, 4>& corners) {
  return bits_where(low_count, [&](std::size_t low) {
    return std::all_of(corners.begin(), corners.end(), [&](int corner) {
      return corner >= kLowCells || digit_of(low, corner) == 0;
    });
  });
}

namespace {

/// Finds the image of a colouring under the symmetry. The image is at 256 * entry + bit in its
/// slice. This location is a sum of steps, one for each stone.
class ImageSteps {
 public:
  ImageSteps(const std::array<int, 4>& corners, const CellSymmetry& symmetry)
      : symmetry_(symmetry), image_index_(high_count(), image_of(corners)) {
    low_steps_.resize(power_of_3(low_count()));
    const Bits in_slice = low_corners_empty(low_count(), corners);
    for (std::size_t low = 0; low < low_steps_.size(); ++low) {
      for (int cell = 0; cell < low_count(); ++cell) {
        const int digit = digit_of(low, cell);
        if (digit > 0) low_steps_[low] += step(cell, digit - 1);
      }
      if (has(in_slice, low)) lows_.push_back(low);
    }
    for (int cell = kLowCells; cell < cell_count(); ++cell) {
      if (std::find(corners.begin(), corners.end(), cell) != corners.end()) continue;
      high_steps_.push_back({0, step(cell, 0), step(cell, 1)});
    }
  }

  int high_count() const { return cell_count() - low_count(); }

  const std::vector<std::size_t>& lows() const { return lows_; }
  std::uint64_t of_low(std::size_t low) const { return low_steps_[low]; }
  std::uint64_t of_entry(std::size_t number) const {
    std::uint64_t sum = 0;
    for (const auto& of_digit : high_steps_) {
      sum += of_digit[number % 3];
      number /= 3;
    }
    return sum;
  }

 private:
  int cell_count() const { return static_cast<int>(symmetry_.image.size()); }
  int low_count() const { return std::min(cell_count(), kLowCells); }
  int image_of(int cell) const { return symmetry_.image[static_cast<std::size_t>(cell)]; }
  std::array<int, 4> image_of(std::array<int, 4> corners) const {
    for (int& corner : corners) corner = image_of(corner);
    return corners;
  }

  std::uint64_t step(int cell, int player) const {
    const int at = image_of(cell);
    const int colour = symmetry_.swaps_colours ? 1 - player : player;
    BlockPlace place{};
    place.stones[colour] = high_bit(at);
    return image_index_(place) << 8 | static_cast<std::uint64_t>(low_step_of(at, colour));
  }

  const CellSymmetry& symmetry_;
  const SliceIndex image_index_;
  std::vector<std::uint64_t> low_steps_;
  std::vector<std::size_t> lows_;
  /// For each high cell that is not a corner, the steps of its three digits.
  std::vector<std::array<std::uint64_t, 3>> high_steps_;
};

Known entry_from_image(const ImageSteps& steps, const TierSlice& image, std::size_t number) {
  const std::uint64_t high_step = steps.of_entry(number);
  Known entry{};
  for (const std::size_t low : steps.lows()) {
    const std::uint64_t at = high_step + steps.of_low(low);
    const Known& from = image.entries[at >> 8];
    const std::size_t word = low / 64;
    entry.win.words[word] |= std::uint64_t{has(from.win, at & 255)} << (low % 64);
    entry.loss.words[word] |= std::uint64_t{has(from.loss, at & 255)} << (low % 64);
  }
  return entry;
}

}  // namespace

void entries_from_image(const TierSlice& image, const std::array<int, 4>& corners,
                        const CellSymmetry& symmetry, std::size_t first, std::size_t count,
                        Known* to, Threads threads) {
  const ImageSteps steps(corners, symmetry);
  parallel_for_each_index(threads, count, kGrain, [&](std::size_t i) {
    to[i] = entry_from_image(steps, image, first + i);
  });
}

TierSlice slice_from_image(const TierSlice& image, const std::array<int, 4>& corners,
                           const CellSymmetry& symmetry, Threads threads) {
  const ImageSteps steps(corners, symmetry);
  TierSlice slice;
  slice.entries.resize(SliceIndex(steps.high_count(), corners).size());
  slice.codes.resize(image.codes.empty() ? 0 : slice.entries.size());
  slice.most_plies = image.most_plies;
  entries_from_image(image, corners, symmetry, 0, slice.entries.size(), slice.entries.data(),
                     threads);
  parallel_for_each_index(threads, slice.codes.size(), kGrain, [&](std::size_t number) {
    const std::uint64_t high_step = steps.of_entry(number);
    Codes& codes = slice.codes[number] = {};
    for (const std::size_t low : steps.lows()) {
      const std::uint64_t at = high_step + steps.of_low(low);
      codes.plies_plus_1[low] = image.codes[at >> 8].plies_plus_1[at & 255];
    }
  });
  return slice;
}

}  // namespace onyx
