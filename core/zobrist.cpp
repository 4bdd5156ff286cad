#include "core/zobrist.h"

#include <xxhash.h>

#include <bit>

namespace onyx {

std::uint64_t zobrist_xxhash(ZobristInput input) {
  const std::array<std::uint8_t, 3> bytes{input.x2, input.y2, input.colour};
  return XXH3_64bits(bytes.data(), bytes.size());
}

ZobristKeys::ZobristKeys(const Geometry& geometry, ZobristFunction function)
    : side_(function({0, 0, 2})) {
  for (std::uint8_t colour = 0; colour < 2; ++colour) {
    for (Place place = 0; place < geometry.place_count(); ++place) {
      const auto [x2, y2] = geometry.half_steps_to(place);
      keys_[colour].push_back(
          function({static_cast<std::uint8_t>(x2), static_cast<std::uint8_t>(y2), colour}));
    }
    for (std::size_t first = 0; first < keys_[colour].size(); first += 4) {
      FourPlaces& four = fours_.emplace_back();
      for (std::size_t stones = 1; stones < four.size(); ++stones) {
        const auto highest = static_cast<std::size_t>(std::bit_width(stones)) - 1;
        const std::size_t place = first + highest;
        four[stones] = four[stones - (std::size_t{1} << highest)] ^
                       (place < keys_[colour].size() ? keys_[colour][place] : 0);
      }
    }
  }
  ONYX_ASSERT(keys_[0].size() == keys_[1].size() && fours_.size() % 2 == 0);
}

}  // namespace onyx
