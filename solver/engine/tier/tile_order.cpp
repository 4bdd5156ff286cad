#include "solver/engine/tier/tile_order.h"

#include <algorithm>

#include "solver/engine/tier/bits.h"
#include "solver/engine/tier/place_walk.h"

namespace onyx {

using tier::kMiddleCells;
using tier::power_of_3;

TileOrder::TileOrder(int high_count) {
  const int middle = std::min(high_count, kMiddleCells);
  const int outer = high_count - middle;
  const auto tile_blocks = static_cast<std::uint32_t>(power_of_3(middle));
  const auto groups = static_cast<std::size_t>(outer + 1);
  std::vector<std::vector<tier::BlockPlace>> by_counts(groups * groups);
  PlaceWalk walk(outer, 0);
  for (std::size_t tile = 0; tile < power_of_3(outer); ++tile, walk.advance()) {
    const tier::BlockPlace& place = walk.place();
    const auto v = static_cast<std::size_t>(std::popcount(place.stones[0]));
    const auto h = static_cast<std::size_t>(std::popcount(place.stones[1]));
    by_counts[v * groups + h].push_back(
        {place.block * tile_blocks, {place.stones[0] << middle, place.stones[1] << middle}});
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
