// The interface of the engines that solve tiers: TierSolver and DistributedTier.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>

#include "solver/engine/tier/packed_slice.h"
#include "solver/engine/tier/rules.h"

namespace onyx {

/// Assigns a state to each cell: empty, V or H.
struct Colouring {
  CellSet stones[2] = {0, 0};  ///< V's stones, then H's.
};

inline Colouring colouring_at(const tier::BlockPlace& place, std::size_t low, int low_count) {
  ONYX_ASSERT(low < tier::power_of_3(low_count));
  Colouring colouring;
  for (int player = 0; player < 2; ++player) {
    colouring.stones[player] = place.stones[player] << tier::kLowCells;
    for (int cell = 0; cell < low_count; ++cell) {
      if (tier::digit_of(low, cell) == player + 1) colouring.stones[player] |= CellSet{1} << cell;
    }
  }
  return colouring;
}

using VisitColouring = std::function<void(const Colouring&, Player to_move)>;

inline void for_each_colouring(const tier::BlockPlace& place, const tier::Bits& open, int low_count,
                               Player to_move, const VisitColouring& visit) {
  for (std::size_t word = 0; word < tier::kWords; ++word) {
    for (std::uint64_t left = open.words[word]; left != 0; left &= left - 1) {
      const std::size_t low = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
      visit(colouring_at(place, low, low_count), to_move);
    }
  }
}

/// Called between steps of the work. Returns true to end the work without a result.
using ShouldStop = std::function<bool()>;

/// Supplies the slices (slice.h) of tiers that have one more midpoint taken.
class SliceSource {
 public:
  virtual ~SliceSource() = default;

  /// Returns the slice of the tier in which `mover` has also taken `midpoint`. Valid until the next
  /// call of whole() or packed().
  virtual const TierSlice& whole(const CellMidpoint& midpoint, Player mover) = 0;
  /// The slice as stored: packed, and possibly of a symmetric image of the tier.
  struct Packed {
    const PackedSlice* slice;
    const CellSymmetry* to_image;  ///< Maps the tier to the image; null for the tier itself.
  };
  virtual Packed packed(const CellMidpoint& midpoint, Player mover) = 0;
  /// Reports that the last result of packed() cannot be unpacked. Always throws.
  virtual void refuse_last() = 0;
};

class TierEngine {
 public:
  virtual ~TierEngine() = default;

  /// Solves a tier; fastest if the first five cells are corners of few squares. Returns false, and
  /// leaves the tier unsolved, if should_stop() ended the work.
  virtual bool solve(const CellBoard& cells,
                     const std::array<const ConnectionTable*, 2>& connections, SliceSource& slices,
                     const ShouldStop& should_stop) = 0;

  /// counts(), for_each_drawn() and handed_down() refer to the last tier solved.
  virtual CountsBySide counts() const = 0;
  virtual void for_each_drawn(const VisitColouring& visit) const = 0;
  /// Returns the slice with `to_move` to move and the four cells `corners` empty.
  virtual HandedDown handed_down(const std::array<int, 4>& corners, Player to_move) = 0;

  /// Returns the memory that the engine uses in this process, in bytes.
  virtual std::uint64_t bytes() const = 0;
};

}  // namespace onyx
