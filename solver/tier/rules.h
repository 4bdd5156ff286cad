// The rules of one tier as the kernel wants them, and how its table begins: what is illegal or
// over, and what taking midpoints leads to. Plain data, so that it can be sent to others.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/tier/bits.h"
#include "solver/tier/cell_board.h"

namespace onyx::tier {

/// For a tier of these cells; with how many of them are low and high.
Rules rules_of(const CellBoard& cells);
/// The same, sorted out by tiles.
TileRules tile_rules_of(const Rules& rules);

/// A square whose midpoint is empty and whose corners are all cells can bear a cross: high cells
/// that must be V's and H's, and colourings of the low cells that have the rest of it.
struct Cross {
  std::uint32_t high[2];
  Bits low;
};
std::vector<Cross> crosses_of(const CellBoard& cells);

/// Marks in blocks what is illegal or over; all else is open.
class StartOfBlocks {
 public:
  StartOfBlocks(int low_count, std::vector<Cross> crosses)
      : crosses_(std::move(crosses)),
        padding_(~bits_where(low_count, [](std::size_t) { return true; })) {}

  /// `v`, `h`: colourings of the low cells in which these are connected.
  Block operator()(const BlockPlace& place, const Bits& v, const Bits& h) const {
    Bits never = padding_;
    for (const Cross& cross : crosses_) {
      const bool holds = (place.stones[0] & cross.high[0]) == cross.high[0] &&
                         (place.stones[1] & cross.high[1]) == cross.high[1];
      if (holds) never = never | cross.low;
    }
    const Bits over = never | v | h;
    return {{{never | v, over}, {never | h, over}}};
  }

 private:
  std::vector<Cross> crosses_;
  Bits padding_;
};

/// Enters what taking a midpoint leads to, in the colourings `low` of a block: it is final, since
/// midpoint stones stay.
inline void enter_midpoint(const Known& reply, const Bits& low, Known& known, Bits& keep) {
  known.win = known.win | (reply.loss & low & ~(known.win | known.loss));
  keep = keep | (~reply.win & low);
}

}  // namespace onyx::tier
