#include "solver/engine/tier/connection_table.h"

#include <algorithm>

#include "solver/engine/tier/bits.h"

namespace onyx {

using namespace tier;  // the engine's names: Bits, kLowCells and so on

ConnectionTable::ConnectionTable(const CellBoard& cells, Player player, Threads threads) {
  const int low_count = std::min(cells.cell_count(), kLowCells);
  const int high_count = cells.cell_count() - low_count;
  const auto own = static_cast<int>(index_of(player));
  // By set of the player's low stones: the colourings in which the player has exactly these.
  std::vector<Bits> exactly(std::size_t{1} << low_count);
  for (std::size_t low = 0; low < power_of_3(low_count); ++low) {
    std::size_t stones = 0;
    for (int cell = 0; cell < low_count; ++cell) {
      if (digit_of(low, cell) == own + 1) stones |= std::size_t{1} << cell;
    }
    add(exactly[stones], low);
  }
  bits_.resize(std::size_t{1} << high_count);
  parallel_for(threads, bits_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t high = begin; high < end; ++high) {
      for (std::size_t low = 0; low < exactly.size(); ++low) {
        const auto stones = static_cast<CellSet>(high << kLowCells | low);
        if (is_connected(cells, player, stones)) bits_[high] = bits_[high] | exactly[low];
      }
    }
  });
}

}  // namespace onyx
