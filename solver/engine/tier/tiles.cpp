// TileOrder (place_walk.h) and tile_rules_of (rules.h). The latter computes the results of a tier's
// captures in advance for each block of a tile, so that a sweep checks only what the outer cells
// allow (kernel/kernel.h).
#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "solver/engine/tier/place_walk.h"
#include "solver/engine/tier/rules.h"

namespace onyx {

TileOrder::TileOrder(int high_count) {
  const int middle = std::min(high_count, tier::kMiddleCells);
  const int outer = high_count - middle;
  const auto tile_blocks = static_cast<std::uint32_t>(tier::power_of_3(middle));
  const auto groups = static_cast<std::size_t>(outer + 1);
  std::vector<std::vector<tier::BlockPlace>> by_counts(groups * groups);
  PlaceWalk walk(outer, 0);
  for (std::size_t tile = 0; tile < tier::power_of_3(outer); ++tile, walk.advance()) {
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

namespace tier {
namespace {

constexpr std::uint32_t kMiddle = (1U << kMiddleCells) - 1;

bool is_empty(const Bits& bits) {
  return (bits.words[0] | bits.words[1] | bits.words[2] | bits.words[3]) == 0;
}

int middle_count(const Rules& rules) { return std::min(rules.high_count, kMiddleCells); }

/// The blocks of the tile whose outer cells are empty.
std::vector<BlockPlace> first_tile(const Rules& rules) {
  PlaceWalk walk(middle_count(rules), 0);
  std::vector<BlockPlace> places(power_of_3(middle_count(rules)));
  for (BlockPlace& place : places) {
    place = walk.place();
    walk.advance();
  }
  return places;
}

std::uint32_t taken(const BlockPlace& place) { return place.stones[0] | place.stones[1]; }

/// Writes, move by move, the cases of each subset of captures that the outer cells may allow.
class CaseWriter {
 public:
  CaseWriter(const Rules& rules, std::span<const BlockPlace> blocks, TileRules& tiles)
      : rules_(rules), blocks_(blocks), tiles_(tiles) {}

  void add_move(int mover, int cell) {
    const Move& move = rules_.moves[mover][cell];
    TileMove& tile_move = tiles_.moves[mover][cell];
    for (int k = 0; k < move.capture_count; ++k) {
      tile_move.own[k] = move.captures[k].own_high & ~kMiddle;
      tile_move.theirs[k] = move.captures[k].theirs_high & ~kMiddle;
    }
    tile_move.capture_count = move.capture_count;
    for (int holding = 0; holding < 4; ++holding) {
      tile_move.first_case[holding] = static_cast<std::uint16_t>(count_);
      if (holding < 1 << move.capture_count) {
        for (int made = 1; made < 4; ++made) add_cases(move, mover, cell, holding, made);
      }
      tile_move.last_case[holding] = static_cast<std::uint16_t>(count_);
    }
  }

 private:
  /// `holding`: the captures that the outer cells allow; `made`: the captures that are made. Blocks
  /// in which the same colourings of the low cells allow this share one case.
  void add_cases(const Move& move, int mover, int cell, int holding, int made) {
    if ((made & ~holding) != 0) return;
    const std::size_t first = count_;
    for (int block = 0; block < tiles_.block_count; ++block) {
      const Bits low = colourings(move, mover, cell, block, holding, made);
      if (is_empty(low)) continue;
      std::size_t i = first;
      while (i < count_ && !std::equal(low.words, low.words + kWords, tiles_.cases[i].low.words))
        ++i;
      TileCase& found = tiles_.cases[i];
      if (i == count_) {
        found = {low, move.block_step, move.low_step, 0};
        for (int k = 0; k < 2; ++k) {
          if ((made >> k & 1) == 0) continue;
          found.block_step -= move.captures[k].removed_block;
          found.low_step -= move.captures[k].removed_low;
        }
        ++count_;
      }
      found.blocks |= TileBlocks{1} << block;
    }
  }

  /// The colourings in which exactly these captures are made.
  Bits colourings(const Move& move, int mover, int cell, int block, int holding, int made) const {
    const BlockPlace& middle = blocks_[static_cast<std::size_t>(block)];
    Bits low = ~Bits{};
    if (cell < kLowCells) {
      low = rules_.low_empty[cell];
    } else if ((taken(middle) & high_bit(cell)) != 0) {
      return {};
    }
    for (int k = 0; k < 2; ++k) {
      if ((holding >> k & 1) == 0) continue;
      const Capture& capture = move.captures[k];
      const bool may = (capture.own_high & kMiddle & ~middle.stones[mover]) == 0 &&
                       (capture.theirs_high & kMiddle & ~middle.stones[1 - mover]) == 0;
      const Bits met = may ? capture.low : Bits{};
      low = low & ((made >> k & 1) != 0 ? met : ~met);
    }
    return low;
  }

  const Rules& rules_;
  const std::span<const BlockPlace> blocks_;  ///< The blocks of a tile.
  TileRules& tiles_;
  std::size_t count_ = 0;
};

}  // namespace

TileRules tile_rules_of(const Rules& rules) {
  const std::vector<BlockPlace> blocks = first_tile(rules);
  TileRules tiles = {};
  tiles.block_count = static_cast<int>(blocks.size());
  tiles.outer = rules.all_high & ~kMiddle;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    tiles.order[i] = static_cast<std::uint8_t>(i);
    tiles.middle_empty[i] = static_cast<std::uint8_t>(rules.all_high & kMiddle & ~taken(blocks[i]));
  }
  std::stable_sort(tiles.order, tiles.order + tiles.block_count, [&](int a, int b) {
    return std::popcount(tiles.middle_empty[a]) < std::popcount(tiles.middle_empty[b]);
  });
  CaseWriter writer(rules, blocks, tiles);
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < rules.low_count + rules.high_count; ++cell) {
      writer.add_move(mover, cell);
    }
  }
  return tiles;
}

}  // namespace tier
}  // namespace onyx
