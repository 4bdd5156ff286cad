// The number of colourings with each value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace onyx {

/// Counts by value, for the side to move.
struct ValueCounts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t illegal = 0;

  ValueCounts& add(const ValueCounts& that, std::uint64_t times) {
    wins += times * that.wins;
    losses += times * that.losses;
    draws += times * that.draws;
    illegal += times * that.illegal;
    return *this;
  }
  ValueCounts& operator+=(const ValueCounts& that) { return add(that, 1); }
  friend bool operator==(const ValueCounts&, const ValueCounts&) = default;
};

struct CountsBySide {
  std::array<ValueCounts, 2> to_move;  ///< V, then H.

  ValueCounts both() const { return ValueCounts(to_move[0]) += to_move[1]; }
  /// Returns the sum over `straight` tiers with these counts and `swapped` colour-swapped tiers.
  CountsBySide times(std::uint64_t straight, std::uint64_t swapped) const {
    CountsBySide result;
    for (std::size_t side = 0; side < 2; ++side) {
      result.to_move[side].add(to_move[side], straight).add(to_move[1 - side], swapped);
    }
    return result;
  }
  CountsBySide& operator+=(const CountsBySide& that) {
    for (std::size_t side = 0; side < 2; ++side) to_move[side] += that.to_move[side];
    return *this;
  }
  friend bool operator==(const CountsBySide&, const CountsBySide&) = default;
};

}  // namespace onyx
