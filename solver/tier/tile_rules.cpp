#include "solver/tier/tile_rules.h"

#include <algorithm>

#include "solver/tier/bits.h"

namespace onyx::tier {
namespace {

constexpr std::uint32_t kMiddle = (1U << kMiddleCells) - 1;

bool is_empty(const Bits& bits) {
  return (bits.words[0] | bits.words[1] | bits.words[2] | bits.words[3]) == 0;
}

/// V's and H's stones on the middle cells, by block of a tile.
struct Middle {
  std::uint32_t stones[2] = {0, 0};

  explicit Middle(int block) {
    for (std::uint32_t bit = 1; block > 0; block /= 3, bit <<= 1) {
      if (block % 3 > 0) stones[block % 3 - 1] |= bit;
    }
  }
  std::uint32_t taken() const { return stones[0] | stones[1]; }
};

/// Adds what one move leads to if exactly the captures in `holding` are made where they hold.
class CaseWriter {
 public:
  CaseWriter(const Rules& rules, TileRules& tiles) : rules_(rules), tiles_(tiles) {}

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
  /// `holding`: captures that may be made, as far as the outer cells go; `made`: those that are.
  /// Blocks in which the same colourings of the low cells allow it have one case.
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

  /// In which just these captures are made.
  Bits colourings(const Move& move, int mover, int cell, int block, int holding, int made) const {
    const Middle middle(block);
    Bits low = ~Bits{};
    if (cell < kLowCells) {
      low = rules_.low_empty[cell];
    } else if ((middle.taken() & high_bit(cell)) != 0) {
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
  TileRules& tiles_;
  std::size_t count_ = 0;
};

}  // namespace

TileRules tile_rules_of(const Rules& rules) {
  TileRules tiles = {};
  const int middle = std::min(rules.high_count, kMiddleCells);
  tiles.block_count = static_cast<int>(power_of_3(middle));
  tiles.outer = rules.all_high & ~kMiddle;
  for (int block = 0; block < tiles.block_count; ++block) {
    tiles.order[block] = static_cast<std::uint8_t>(block);
    tiles.middle_empty[block] =
        static_cast<std::uint8_t>(rules.all_high & kMiddle & ~Middle(block).taken());
  }
  std::stable_sort(tiles.order, tiles.order + tiles.block_count, [](int a, int b) {
    return std::popcount(Middle(a).taken()) > std::popcount(Middle(b).taken());
  });
  CaseWriter writer(rules, tiles);
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < rules.low_count + rules.high_count; ++cell) {
      writer.add_move(mover, cell);
    }
  }
  return tiles;
}

}  // namespace onyx::tier
