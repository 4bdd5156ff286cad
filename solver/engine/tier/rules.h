// The rules of one tier in the kernel's form, as plain data that can be sent to other ranks; the
// start of its table; and the counts of values in the solved table.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel.h"
#include "core/player.h"
#include "solver/engine/tier/bits.h"
#include "solver/engine/tier/cell_board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

/// The colourings in which a player is connected, by the set of the player's stones on high cells.
class ConnectionTable {
 public:
  /// Takes O(2^cells) tests whether a set of stones connects.
  ConnectionTable(const CellBoard& cells, Player player, Threads threads = Threads::all);
  const tier::Bits& operator[](CellSet high_stones) const { return bits_[high_stones]; }
  /// All entries: 2^n for n high cells.
  const std::vector<tier::Bits>& all() const { return bits_; }
  std::uint64_t bytes() const { return bits_.size() * sizeof(tier::Bits); }

 private:
  std::vector<tier::Bits> bits_;
};

namespace tier {

Rules rules_of(const CellBoard& cells);
/// The rules for the step by tiles: the results of captures are computed in advance for each block
/// of a tile, so that a sweep checks only what the outer cells allow.
TileRules tile_rules_of(const Rules& rules);

/// An illegal *cross* on a square whose corners are all cells and whose midpoint is empty: the high
/// cells that must have stones of V and of H, and the colourings of the low cells that complete it.
struct Cross {
  std::uint32_t high[2];
  Bits low;
};
std::vector<Cross> crosses_of(const CellBoard& cells);

/// Marks illegal and finished colourings in blocks; all others are open.
class StartOfBlocks {
 public:
  StartOfBlocks(int low_count, std::vector<Cross> crosses)
      : crosses_(std::move(crosses)),
        padding_(~bits_where(low_count, [](std::size_t) { return true; })) {}

  /// `v`, `h`: the colourings of the low cells in which V and H are connected.
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

/// Enters the final result of taking a midpoint, in the colourings `low` of a block.
inline void enter_midpoint(const Known& reply, const Bits& low, Known& known, Bits& keep) {
  known.win = known.win | (reply.loss & low & ~(known.win | known.loss));
  keep = keep | (~reply.win & low);
}

/// Counts the values in blocks, without padding bits, for this number of low cells.
CountsBySide counts_of(const Block* blocks, std::size_t count, int low_count, Threads threads);

}  // namespace tier
}  // namespace onyx
