// Sets of colourings of a block, and what each stone adds to a colouring's number. See
// tier/kernel/kernel.h for the layout.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/base/assert.h"
#include "solver/engine/tier/kernel/kernel.h"

namespace onyx::tier {

inline constexpr std::size_t kWords = 4;
inline constexpr std::size_t kGrain = 256;

constexpr std::size_t power_of_3(int exponent) {
  std::size_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

inline Bits operator&(Bits a, const Bits& b) {
  for (std::size_t i = 0; i < kWords; ++i) a.words[i] &= b.words[i];
  return a;
}
inline Bits operator|(Bits a, const Bits& b) {
  for (std::size_t i = 0; i < kWords; ++i) a.words[i] |= b.words[i];
  return a;
}
inline bool operator==(const Bits& a, const Bits& b) {
  return std::equal(a.words, a.words + kWords, b.words);
}
inline Bits operator~(Bits a) {
  for (std::uint64_t& word : a.words) word = ~word;
  return a;
}
inline bool has(const Bits& bits, std::size_t i) {
  ONYX_ASSERT(i < 64 * kWords);
  return (bits.words[i / 64] >> (i % 64) & 1) != 0;
}
inline void add(Bits& bits, std::size_t i) {
  ONYX_ASSERT(i < 64 * kWords);
  bits.words[i / 64] |= std::uint64_t{1} << (i % 64);
}

inline int digit_of(std::size_t low, int cell) {
  ONYX_ASSERT(cell >= 0 && cell < kLowCells);
  return static_cast<int>(low / power_of_3(cell) % 3);
}

/// Returns the set of all colourings of the low cells for which holds(low) is true.
template <class Holds>
Bits bits_where(int low_count, Holds&& holds) {
  ONYX_ASSERT(low_count >= 0 && low_count <= kLowCells);
  Bits bits{};
  for (std::size_t low = 0; low < power_of_3(low_count); ++low) {
    if (holds(low)) add(bits, low);
  }
  return bits;
}

/// Whether the low colouring has the player's stone on the cell. Also true for high and frozen
/// cells, which the low colouring does not decide.
inline bool has_stone(std::size_t low, int cell, int player) {
  return cell < 0 || cell >= kLowCells || digit_of(low, cell) == player + 1;
}
inline std::uint32_t high_bit(int cell) { return cell >= kLowCells ? 1U << (cell - kLowCells) : 0; }
inline std::int64_t block_step_of(int cell, int player) {
  return cell >= kLowCells ? (player + 1) * static_cast<std::int64_t>(power_of_3(cell - kLowCells))
                           : 0;
}
inline int low_step_of(int cell, int player) {
  return cell >= 0 && cell < kLowCells ? (player + 1) * static_cast<int>(power_of_3(cell)) : 0;
}

}  // namespace onyx::tier
