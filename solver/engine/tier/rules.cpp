#include "solver/engine/tier/rules.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <span>

#include "solver/engine/tier/place_walk.h"

namespace onyx {

ConnectionTable::ConnectionTable(const CellBoard& cells, Player player, Threads threads) {
  const int low_count = std::min(cells.cell_count(), tier::kLowCells);
  const int high_count = cells.cell_count() - low_count;
  const auto own = static_cast<int>(index_of(player));
  // For each set of low cells, the colourings with the player's stones on exactly these low cells.
  std::vector<tier::Bits> exactly(std::size_t{1} << low_count);
  for (std::size_t low = 0; low < tier::power_of_3(low_count); ++low) {
    std::size_t stones = 0;
    for (int cell = 0; cell < low_count; ++cell) {
      if (tier::digit_of(low, cell) == own + 1) stones |= std::size_t{1} << cell;
    }
    add(exactly[stones], low);
  }
  bits_.resize(std::size_t{1} << high_count);
  parallel_for_each_index(threads, bits_.size(), tier::kGrain, [&](std::size_t high) {
    for (std::size_t low = 0; low < exactly.size(); ++low) {
      const auto stones = static_cast<CellSet>(high << tier::kLowCells | low);
      if (is_connected(cells, player, stones)) bits_[high] = bits_[high] | exactly[low];
    }
  });
}

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

Capture compile(const CellCapture& capture, int low_count, int mover) {
  const int a = capture.adjacent[0];
  const int b = capture.adjacent[1];
  const int theirs = 1 - mover;
  return {high_bit(capture.opposite), high_bit(a) | high_bit(b),
          bits_where(low_count,
                     [&](std::size_t low) {
                       return has_stone(low, capture.opposite, mover) &&
                              has_stone(low, a, theirs) && has_stone(low, b, theirs);
                     }),
          block_step_of(a, theirs) + block_step_of(b, theirs),
          low_step_of(a, theirs) + low_step_of(b, theirs)};
}

constexpr std::uint32_t kMiddle = (1U << kMiddleCells) - 1;

std::uint32_t taken(const BlockPlace& place) { return place.stones[0] | place.stones[1]; }

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
  /// Both are bit sets: `holding` of captures that the outer cells allow, `made` of captures made.
  void add_cases(const Move& move, int mover, int cell, int holding, int made) {
    if ((made & ~holding) != 0) return;
    const std::size_t first = count_;
    for (int block = 0; block < tiles_.block_count; ++block) {
      const Bits low = colourings(move, mover, cell, block, holding, made);
      if (low == Bits{}) continue;
      std::size_t i = first;
      while (i < count_ && low != tiles_.cases[i].low) ++i;
      ONYX_ASSERT(i < kMostCases);
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

Rules rules_of(const CellBoard& cells) {
  Rules rules = {};
  rules.low_count = std::min(cells.cell_count(), kLowCells);
  rules.high_count = cells.cell_count() - rules.low_count;
  rules.all_high = static_cast<std::uint32_t>((std::uint64_t{1} << rules.high_count) - 1);
  for (int cell = 0; cell < kLowCells; ++cell) {
    if (cell >= rules.low_count) continue;
    rules.low_empty[cell] =
        bits_where(rules.low_count, [&](std::size_t low) { return digit_of(low, cell) == 0; });
  }
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < cells.cell_count(); ++cell) {
      Move& move = rules.moves[mover][cell];
      move = {block_step_of(cell, mover), low_step_of(cell, mover), 0, {}};
      for (const CellCapture& capture :
           cells.captures[static_cast<std::size_t>(mover)][static_cast<std::size_t>(cell)]) {
        ONYX_ASSERT(move.capture_count < 2);
        move.captures[move.capture_count++] = compile(capture, rules.low_count, mover);
      }
    }
  }
  return rules;
}

TileRules tile_rules_of(const Rules& rules) {
  const std::vector<BlockPlace> blocks = all_places(std::min(rules.high_count, kMiddleCells));
  TileRules tiles = {};
  tiles.block_count = static_cast<int>(blocks.size());
  tiles.outer = rules.all_high & ~kMiddle;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    tiles.order[i] = static_cast<std::uint8_t>(i);
    tiles.middle_empty[i] = static_cast<std::uint8_t>(rules.all_high & kMiddle & ~taken(blocks[i]));
  }
  std::ranges::stable_sort(std::span(tiles.order, blocks.size()), {},
                           [&](int i) { return std::popcount(tiles.middle_empty[i]); });
  CaseWriter writer(rules, blocks, tiles);
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < rules.low_count + rules.high_count; ++cell) {
      writer.add_move(mover, cell);
    }
  }
  return tiles;
}

std::vector<Cross> crosses_of(const CellBoard& cells) {
  const int low_count = std::min(cells.cell_count(), kLowCells);
  std::vector<Cross> crosses;
  for (const CellMidpoint& midpoint : cells.midpoints) {
    const auto& c = midpoint.corners;
    for (int player = 0; player < 2; ++player) {
      Cross cross{};
      for (std::size_t i = 0; i < 4; ++i) {
        cross.high[i % 2 == 0 ? player : 1 - player] |= high_bit(c[i]);
      }
      cross.low = bits_where(low_count, [&](std::size_t low) {
        return has_stone(low, c[0], player) && has_stone(low, c[2], player) &&
               has_stone(low, c[1], 1 - player) && has_stone(low, c[3], 1 - player);
      });
      crosses.push_back(cross);
    }
  }
  return crosses;
}

CountsBySide counts_of(const Block* blocks, std::size_t count, int low_count, Threads threads) {
  std::mutex mutex;
  CountsBySide all;
  // Padding bits are marked as won and lost, like illegal colourings, but must not be counted.
  const std::uint64_t padding = 256 - power_of_3(low_count);
  parallel_for(threads, count, kGrain, [&](std::size_t begin, std::size_t end) {
    const Tallies tallies = kernel().count(blocks + begin, end - begin);
    const std::scoped_lock lock(mutex);
    for (std::size_t side = 0; side < 2; ++side) {
      const Tally& tally = tallies.to_move[side];
      ONYX_ASSERT(tally.both >= padding * (end - begin));
      all.to_move[side] +=
          {tally.wins, tally.losses, tally.open, tally.both - padding * (end - begin)};
    }
  });
  return all;
}

}  // namespace tier
}  // namespace onyx
