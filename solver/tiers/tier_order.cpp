#include "solver/tiers/tier_order.h"

#include <algorithm>

#include "solver/tiers/tier_bits.h"

namespace onyx {

using tier::kLowCells;
using tier::power_of_3;

TierOrder::TierOrder(int cell_count)
    : low_count(std::min(cell_count, kLowCells)),
      high_count(cell_count - low_count),
      block_count(power_of_3(high_count)) {
  const auto groups = static_cast<std::size_t>(high_count + 1);
  std::vector<std::vector<tier::Place>> by_counts(groups * groups);
  std::vector<int> digits(static_cast<std::size_t>(high_count));
  tier::Place place{};
  for (;;) {
    const auto v = static_cast<std::size_t>(std::popcount(place.stones[0]));
    const auto h = static_cast<std::size_t>(std::popcount(place.stones[1]));
    by_counts[v * groups + h].push_back(place);
    if (++place.block == block_count) break;
    std::uint32_t bit = 1;
    for (std::size_t i = 0;; ++i, bit <<= 1) {  // adds one to the ternary number
      if (digits[i] == 2) {
        digits[i] = 0;
        place.stones[1] &= ~bit;
        continue;
      }
      if (digits[i]++ == 1) {
        place.stones[0] &= ~bit;
        place.stones[1] |= bit;
      } else {
        place.stones[0] |= bit;
      }
      break;
    }
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
