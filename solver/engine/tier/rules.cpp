#include "solver/engine/tier/rules.h"

#include <algorithm>
#include <mutex>

namespace onyx {

ConnectionTable::ConnectionTable(const CellBoard& cells, Player player, Threads threads) {
  const int low_count = std::min(cells.cell_count(), tier::kLowCells);
  const int high_count = cells.cell_count() - low_count;
  const auto own = static_cast<int>(index_of(player));
  // By set of the player's low stones: the colourings in which the player has exactly these.
  std::vector<tier::Bits> exactly(std::size_t{1} << low_count);
  for (std::size_t low = 0; low < tier::power_of_3(low_count); ++low) {
    std::size_t stones = 0;
    for (int cell = 0; cell < low_count; ++cell) {
      if (tier::digit_of(low, cell) == own + 1) stones |= std::size_t{1} << cell;
    }
    add(exactly[stones], low);
  }
  bits_.resize(std::size_t{1} << high_count);
  parallel_for(threads, bits_.size(), tier::kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t high = begin; high < end; ++high) {
      for (std::size_t low = 0; low < exactly.size(); ++low) {
        const auto stones = static_cast<CellSet>(high << tier::kLowCells | low);
        if (is_connected(cells, player, stones)) bits_[high] = bits_[high] | exactly[low];
      }
    }
  });
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
        move.captures[move.capture_count++] = compile(capture, rules.low_count, mover);
      }
    }
  }
  return rules;
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
  // Padding bits are in both sets, as illegal colourings are.
  const std::uint64_t padding = 256 - power_of_3(low_count);
  parallel_for(threads, count, kGrain, [&](std::size_t begin, std::size_t end) {
    const Tallies tallies = count_function()(blocks + begin, end - begin);
    const std::scoped_lock lock(mutex);
    for (std::size_t side = 0; side < 2; ++side) {
      const Tally& tally = tallies.to_move[side];
      all.to_move[side] +=
          {tally.wins, tally.losses, tally.open, tally.both - padding * (end - begin)};
    }
  });
  return all;
}

}  // namespace tier
}  // namespace onyx
