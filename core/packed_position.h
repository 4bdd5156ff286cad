// A position packed into 2 W words, and its hash. Different positions may have the same hash.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "core/base/assert.h"
#include "core/wide_position.h"

namespace onyx {

/// V's stones, then H's. The last word's highest bit (not a place) is set iff H is to move.
template <int W>
struct PackedPosition {
  std::array<std::uint64_t, 2 * W> words;

  /// Compares all words, because that is faster than a branch for an early exit.
  friend bool operator==(const PackedPosition& a, const PackedPosition& b) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < 2 * W; ++i) difference |= a.words[i] ^ b.words[i];
    return difference == 0;
  }
  friend auto operator<=>(const PackedPosition&, const PackedPosition&) = default;
};

inline constexpr std::uint64_t kSideBit = std::uint64_t{1} << 63;

template <int W>
PackedPosition<W> pack(const WidePosition<W>& position) {
  ONYX_ASSERT(position.is_sound());
  ONYX_ASSERT(
      ((position.stones[0].words().back() | position.stones[1].words().back()) & kSideBit) == 0);
  PackedPosition<W> packed;
  for (std::size_t i = 0; i < W; ++i) {
    packed.words[i] = position.stones[0].words()[i];
    packed.words[W + i] = position.stones[1].words()[i];
  }
  if (position.to_move == Player::H) packed.words.back() |= kSideBit;
  return packed;
}

template <int W>
WidePosition<W> unpack(const PackedPosition<W>& packed) {
  WidePosition<W> position;
  for (std::size_t i = 0; i < W; ++i) {
    position.stones[0].words()[i] = packed.words[i];
    position.stones[1].words()[i] = packed.words[W + i];
  }
  position.stones[1].words().back() &= ~kSideBit;
  position.to_move = (packed.words.back() & kSideBit) != 0 ? Player::H : Player::V;
  return position;
}

/// Returns the XXH3 hash of the words, which is the same on all little-endian machines.
template <int W>
std::uint64_t hash_of(const PackedPosition<W>& packed);

template <int W>
struct PackedHash {
  std::size_t operator()(const PackedPosition<W>& packed) const {
    return static_cast<std::size_t>(hash_of(packed));
  }
};

}  // namespace onyx
