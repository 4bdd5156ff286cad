// Encodes positions for an exploration. Two positions are equal iff their codes are equal.
//
// Random memory accesses take most of the time of an exploration, so small boards use codes of one
// word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/assert.h"
#include "core/packed_position.h"

namespace onyx {

/// The packed position itself; works for every board.
template <int W>
class WideCode {
 public:
  using Word = PackedPosition<W>;

  explicit WideCode(const WideBoard<W>&) {}
  Word encode(const WidePosition<W>& position) const { return pack(position); }
  WidePosition<W> decode(const Word& word) const { return unpack(word); }
};

/// One word: a bit for each point and colour, the midpoints as a number in base 3 (0 empty, 1 V, 2
/// H), and the side to move in the highest bit. 5x5 takes all 64 bits: 25 + 25 + 13 + 1.
class NarrowCode {
 public:
  using Word = std::uint64_t;

  static bool fits(const Geometry& geometry) {
    const int midpoints = geometry.place_count() - geometry.point_count();
    if (midpoints > kMaxMidpoints) return false;
    const auto bits = static_cast<int>(std::bit_width(power_of_3(midpoints) - 1));
    return 2 * geometry.point_count() + bits < 64;
  }

  explicit NarrowCode(const WideBoard<1>& board)
      : point_count_(board.geometry().point_count()),
        points_(board.points().words()[0]),
        digits_(std::size_t{1} << (board.place_count() - point_count_)),
        stones_(power_of_3(board.place_count() - point_count_)) {
    ONYX_ASSERT(fits(board.geometry()));
    for (std::size_t set = 1; set < digits_.size(); ++set) {
      digits_[set] =
          static_cast<std::uint16_t>(digits_[set & (set - 1)] + power_of_3(std::countr_zero(set)));
    }
    for (std::size_t v = 0; v < digits_.size(); ++v) {
      for (std::size_t h = 0; h < digits_.size(); ++h) {
        if ((v & h) != 0) continue;
        auto& stones = stones_[digits_[v] + std::size_t{2} * digits_[h]];
        stones = {static_cast<std::uint16_t>(v), static_cast<std::uint16_t>(h)};
      }
    }
  }

  Word encode(const WidePosition<1>& position) const {
    const std::uint64_t v = position.of(Player::V).words()[0];
    const std::uint64_t h = position.of(Player::H).words()[0];
    ONYX_ASSERT(position.is_sound());
    const std::uint64_t midpoints = digits_[v >> point_count_] + 2 * digits_[h >> point_count_];
    const std::uint64_t side = position.to_move == Player::H ? kSideBit : 0;
    return (v & points_) | (h & points_) << point_count_ | midpoints << 2 * point_count_ | side;
  }
  WidePosition<1> decode(Word word) const {
    const auto [v, h] = stones_[(word & ~kSideBit) >> 2 * point_count_];
    WidePosition<1> position;
    position.of(Player::V).words()[0] = (word & points_) | std::uint64_t{v} << point_count_;
    position.of(Player::H).words()[0] = (word >> point_count_ & points_) | std::uint64_t{h}
                                                                               << point_count_;
    position.to_move = (word & kSideBit) != 0 ? Player::H : Player::V;
    ONYX_ASSERT(position.is_sound());
    return position;
  }

 private:
  /// As on 5x5. Tables with 3^8 entries fit into the caches.
  static constexpr int kMaxMidpoints = 8;

  static constexpr unsigned power_of_3(int exponent) {
    unsigned power = 1;
    for (; exponent > 0; --exponent) power *= 3;
    return power;
  }

  int point_count_;
  std::uint64_t points_;
  std::vector<std::uint16_t> digits_;  ///< For each set of midpoints, its number if V owns all.
  std::vector<std::array<std::uint16_t, 2>> stones_;  ///< For each number, V's and H's midpoints.
};

}  // namespace onyx
