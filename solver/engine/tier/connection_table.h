// The colourings of a board of cells (cell_board.h) that connect a player.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel.h"
#include "core/player.h"
#include "solver/engine/tier/cell_board.h"
#include "solver/engine/tier/kernel/kernel.h"

namespace onyx {

/// The connected colourings of a player, by the set of the player's stones on high cells.
class ConnectionTable {
 public:
  /// Takes O(2^cells) tests whether a set of stones connects.
  ConnectionTable(const CellBoard& cells, Player player, Threads threads = Threads::all);
  const tier::Bits& operator[](CellSet high_stones) const { return bits_[high_stones]; }
  /// All entries, 2^(high cells).
  const std::vector<tier::Bits>& all() const { return bits_; }
  std::uint64_t bytes() const { return bits_.size() * sizeof(tier::Bits); }

 private:
  std::vector<tier::Bits> bits_;
};

}  // namespace onyx
