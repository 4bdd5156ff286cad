#include "solver/tier/slice.h"

#include <algorithm>

namespace onyx {

using tier::Bits;
using tier::digit_of;
using tier::has;
using tier::high_bit;
using tier::kGrain;
using tier::kLowCells;
using tier::low_step_of;
using tier::power_of_3;

tier::Bits low_corners_empty(int low_count, const std::array<int, 4>& corners) {
  return tier::bits_where(low_count, [&](std::size_t low) {
    return std::all_of(corners.begin(), corners.end(), [&](int corner) {
      return corner >= kLowCells || digit_of(low, corner) == 0;
    });
  });
}

TierSlice slice_from_image(const TierSlice& image, const std::array<int, 4>& corners,
                           const CellSymmetry& symmetry, Threads threads) {
  const int cell_count = static_cast<int>(symmetry.image.size());
  const int low_count = std::min(cell_count, kLowCells);
  const int high_count = cell_count - low_count;
  const auto image_of = [&](int cell) { return symmetry.image[static_cast<std::size_t>(cell)]; };
  std::array<int, 4> image_corners{};
  std::transform(corners.begin(), corners.end(), image_corners.begin(), image_of);
  const SliceIndex index(high_count, corners);
  const SliceIndex image_index(high_count, image_corners);
  // Where a stone's image leads: in entries, and in bits of one. Both kinds of sums fit side by
  // side, since a number of low cells is less than 2^8.
  const auto step = [&](int cell, int player) -> std::uint64_t {
    const int at = image_of(cell);
    const int colour = symmetry.swaps_colours ? 1 - player : player;
    tier::Place place{};
    place.stones[colour] = high_bit(at);
    return image_index(place) << 8 | static_cast<std::uint64_t>(low_step_of(at, colour));
  };
  std::vector<std::uint64_t> low_steps(power_of_3(low_count));
  for (std::size_t low = 0; low < low_steps.size(); ++low) {
    for (int cell = 0; cell < low_count; ++cell) {
      const int digit = digit_of(low, cell);
      if (digit > 0) low_steps[low] += step(cell, digit - 1);
    }
  }
  const Bits low_in_slice = low_corners_empty(low_count, corners);
  std::vector<std::size_t> lows;
  for (std::size_t low = 0; low < low_steps.size(); ++low) {
    if (has(low_in_slice, low)) lows.push_back(low);
  }
  // By digit of an entry's number, what a stone there leads to.
  std::vector<std::array<std::uint64_t, 3>> high_steps;
  for (int cell = kLowCells; cell < cell_count; ++cell) {
    if (std::find(corners.begin(), corners.end(), cell) != corners.end()) continue;
    high_steps.push_back({0, step(cell, 0), step(cell, 1)});
  }

  TierSlice slice;
  slice.entries.resize(index.size());
  slice.codes.resize(image.codes.empty() ? 0 : index.size());
  slice.most_plies = image.most_plies;
  parallel_for(threads, index.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t number = begin; number < end; ++number) {
      std::uint64_t high_step = 0;
      std::size_t digits = number;
      for (const auto& of_digit : high_steps) {
        high_step += of_digit[digits % 3];
        digits /= 3;
      }
      tier::Known entry{};
      for (const std::size_t low : lows) {
        const std::uint64_t at = high_step + low_steps[low];
        const tier::Known& from = image.entries[at >> 8];
        const std::size_t word = low / 64;
        entry.win.words[word] |= std::uint64_t{has(from.win, at & 255)} << (low % 64);
        entry.loss.words[word] |= std::uint64_t{has(from.loss, at & 255)} << (low % 64);
      }
      slice.entries[number] = entry;
      if (slice.codes.empty()) continue;
      tier::Codes& codes = slice.codes[number] = {};
      for (const std::size_t low : lows) {
        const std::uint64_t at = high_step + low_steps[low];
        codes.plies_plus_1[low] = image.codes[at >> 8].plies_plus_1[at & 255];
      }
    }
  });
  return slice;
}

}  // namespace onyx
