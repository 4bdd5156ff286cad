#include "solver/tier/block_order.h"

#include <algorithm>

#include "solver/tier/bits.h"
#include "solver/tier/place_walk.h"

namespace onyx {

using tier::kLowCells;
using tier::power_of_3;

TierOrder::TierOrder(int cell_count)
    : low_count(std::min(cell_count, kLowCells)),
      high_count(cell_count - low_count),
      block_count(power_of_3(high_count)) {
  const auto groups = static_cast<std::size_t>(high_count + 1);
  std::vector<std::vector<tier::BlockPlace>> by_counts(groups * groups);
  PlaceWalk walk(high_count, 0);
  for (std::size_t block = 0; block < block_count; ++block, walk.advance()) {
    const auto v = static_cast<std::size_t>(std::popcount(walk.place().stones[0]));
    const auto h = static_cast<std::size_t>(std::popcount(walk.place().stones[1]));
    by_counts[v * groups + h].push_back(walk.place());
  }
  for (std::size_t stones = groups; stones-- > 0;) {
    for (std::size_t v = 0; v <= stones; ++v) {
      const auto& group = by_counts[v * groups + (stones - v)];
      group_begin.push_back(places.size());
      places.insert(places.end(), group.begin(), group.end());
    }
  }
  group_begin.push_back(places.size());
}

}  // namespace onyx
