// Prepares the kernel's data for one tier (tier_solver.h): the rules, and the table before the
// first sweep. Also counts the values of a solved tier.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel.h"
#include "core/player.h"
#include "solver/engine/tier/bits.h"
#include "solver/engine/tier/cell_board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

/// The colourings in which a player is connected, indexed by the player's stones on high cells
/// (kernel.h).
class ConnectionTable {
 public:
  /// O(2^cells) connection tests.
  ConnectionTable(const CellBoard& cells, Player player, Threads threads = Threads::all);
  const tier::Bits& operator[](CellSet high_stones) const { return bits_[high_stones]; }
  /// Returns all 2^n entries for n high cells.
  const std::vector<tier::Bits>& all() const { return bits_; }
  std::uint64_t bytes() const { return bits_.size() * sizeof(tier::Bits); }

 private:
  std::vector<tier::Bits> bits_;
};

namespace tier {

Rules rules_of(const CellBoard& cells);
TileRules tile_rules_of(const Rules& rules);

/// An illegal *cross* around an empty midpoint: opposite corners have stones of the same colour,
/// neighbouring corners stones of different colours.
struct Cross {
  std::uint32_t high[2];
  Bits low;
};
std::vector<Cross> crosses_of(const CellBoard& cells);

/// Makes a block in which illegal and finished colourings are decided and all others are open.
class StartOfBlocks {
 public:
  StartOfBlocks(int low_count, std::vector<Cross> crosses)
      : crosses_(std::move(crosses)),
        padding_(~bits_where(low_count, [](std::size_t) { return true; })) {}

  /// `v` has the low colourings in which V is connected; `h`, those in which H is connected.
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

/// Records in `known` and `keep` that the mover can take a midpoint in the colourings `low`.
inline void enter_midpoint(const Known& reply, const Bits& low, Known& known, Bits& keep) {
  known.win = known.win | (reply.loss & low & ~(known.win | known.loss));
  keep = keep | (~reply.win & low);
}

CountsBySide counts_of(const Block* blocks, std::size_t count, int low_count, Threads threads);

}  // namespace tier
}  // namespace onyx
