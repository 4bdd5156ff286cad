// Zobrist keys: a 64-bit number for every (place, colour) and for the side to move. The exclusive
// or of a position's numbers picks its bucket in hash tables. Different positions may have equal
// keys. The numbers are xxHash values, the same on every machine and for every size of board.
// Source: A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/assert.h"
#include "core/wide_position.h"

namespace onyx {

/// Doubled coordinates. `colour`: 0 for V, 1 for H; 2, with x2 = y2 = 0, for the side to move.
struct ZobristInput {
  std::uint8_t x2 = 0;
  std::uint8_t y2 = 0;
  std::uint8_t colour = 0;
};

using ZobristFunction = std::uint64_t (*)(ZobristInput);

/// The default key function. Tests pass other functions to force collisions.
std::uint64_t zobrist_xxhash(ZobristInput input);

class ZobristKeys {
 public:
  explicit ZobristKeys(const Geometry& geometry, ZobristFunction function = zobrist_xxhash);

  std::uint64_t stone(Player player, Place place) const {
    ONYX_ASSERT(place < keys_[0].size());
    return keys_[index_of(player)][place];
  }
  std::uint64_t side() const { return side_; }

  /// Computes the key from scratch, four places at a time and without branches.
  template <int W>
  std::uint64_t key_of(const WidePosition<W>& position) const {
    std::uint64_t key = position.to_move == Player::H ? side_ : 0;
    const FourPlaces* four = fours_.data();
    for (const Player player : {Player::V, Player::H}) {
      std::size_t left = fours_.size() / 2;
      for (std::uint64_t bits : position.of(player).words()) {
        for (std::size_t i = std::min<std::size_t>(left, 16); i > 0; --i, --left) {
          key ^= (*four++)[bits & 15];
          bits >>= 4;
        }
      }
    }
    return key;
  }

  template <int W>
  std::uint64_t key_after(std::uint64_t key, Player mover, Place place,
                          const PlaceSet<W>& captured) const {
    ONYX_ASSERT(!captured.has(place));
    key ^= side_ ^ stone(mover, place);
    captured.for_each([&](Place stone_place) { key ^= stone(other(mover), stone_place); });
    return key;
  }

 private:
  std::array<std::vector<std::uint64_t>, 2> keys_;
  using FourPlaces = std::array<std::uint64_t, 16>;
  std::vector<FourPlaces> fours_;  ///< Keys of all subsets of each four places; V's, then H's.
  std::uint64_t side_;
};

}  // namespace onyx
