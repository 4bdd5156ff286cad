// How many colourings have which value.
#pragma once

#include <array>
#include <cstdint>

namespace onyx {

/// Of colourings with a side to move: how many it wins, loses, draws, and how many cannot be.
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
  /// Of so many tiers with these counts, and so many in which the colours are swapped.
  CountsBySide times(std::uint64_t straight, std::uint64_t swapped) const;
  CountsBySide& operator+=(const CountsBySide& that);
  friend bool operator==(const CountsBySide&, const CountsBySide&) = default;
};

}  // namespace onyx
