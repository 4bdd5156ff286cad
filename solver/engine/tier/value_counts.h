// The numbers of colourings by value.
#pragma once

#include <array>
#include <cstdint>

namespace onyx {

/// The numbers of colourings that the side to move wins, loses and draws, and of illegal ones.
struct ValueCounts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t illegal = 0;

  ValueCounts& operator+=(const ValueCounts& that);
  friend bool operator==(const ValueCounts&, const ValueCounts&) = default;
};

struct CountsBySide {
  std::array<ValueCounts, 2> to_move;  ///< V, then H.

  ValueCounts both() const;
  /// The counts of `straight` tiers with these counts, plus `swapped` tiers in which the colours
  /// are swapped.
  CountsBySide times(std::uint64_t straight, std::uint64_t swapped) const;
  CountsBySide& operator+=(const CountsBySide& that);
  friend bool operator==(const CountsBySide&, const CountsBySide&) = default;
};

}  // namespace onyx
