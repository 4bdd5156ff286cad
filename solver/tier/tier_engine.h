// What solves tiers: TierSolver (tier_solver.h) in the memory of one machine, DistributedTier
// (distributed_tier.h) in that of several.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "solver/tier/cell_board.h"
#include "solver/tier/connection_table.h"
#include "solver/tier/packed_slice.h"
#include "solver/tier/value_counts.h"

namespace onyx {

/// Who owns which cells: one colouring.
struct Colouring {
  CellSet stones[2] = {0, 0};  ///< V's and H's.
};

/// The colouring of a block's bit.
inline Colouring colouring_at(const tier::BlockPlace& place, std::size_t low, int low_count) {
  Colouring colouring;
  for (int player = 0; player < 2; ++player) {
    colouring.stones[player] = place.stones[player] << tier::kLowCells;
    for (int cell = 0; cell < low_count; ++cell) {
      if (tier::digit_of(low, cell) == player + 1) colouring.stones[player] |= CellSet{1} << cell;
    }
  }
  return colouring;
}

/// Whether to give up; asked several times a second.
using ShouldStop = std::function<bool()>;

/// Where a tier reads the slices of the tiers with one midpoint more.
class SliceSource {
 public:
  virtual ~SliceSource() = default;

  /// That of the tier in which `mover` has taken `midpoint` as well. Both stay valid until the next
  /// call of either.
  virtual const TierSlice& whole(const CellMidpoint& midpoint, Player mover) = 0;
  /// The same as its store has it: packed, and of the tier's image under a symmetry.
  struct Packed {
    const PackedSlice* slice;
    const CellSymmetry* to_image;  ///< Null if it is the tier itself.
  };
  virtual Packed packed(const CellMidpoint& midpoint, Player mover) = 0;
  /// What packed() gave last cannot be unpacked. Throws.
  virtual void refuse_last() = 0;
};

class TierEngine {
 public:
  virtual ~TierEngine() = default;

  /// Cells should be numbered so that the first five are corners of few squares.
  /// `connections`: of V and of H. Returns false if should_stop() was true at some time: then the
  /// tier is not solved.
  virtual bool solve(const CellBoard& cells,
                     const std::array<const ConnectionTable*, 2>& connections, SliceSource& slices,
                     const ShouldStop& should_stop) = 0;

  /// Of the tier last solved:
  virtual CountsBySide counts() const = 0;
  /// All drawn colourings, block by block. Called on the calling thread.
  virtual void for_each_drawn(
      const std::function<void(const Colouring&, Player to_move)>& visit) const = 0;
  /// With `to_move` to move and these four cells empty.
  virtual HandedDown handed_down(const std::array<int, 4>& corners, Player to_move) = 0;

  /// Memory in use, here.
  virtual std::uint64_t bytes() const = 0;
};

}  // namespace onyx
