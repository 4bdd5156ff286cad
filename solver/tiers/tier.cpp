#include "solver/tiers/tier.h"

#include <algorithm>
#include <atomic>

#include "solver/tiers/tier_bits.h"

namespace onyx {
namespace {

using namespace tier;  // the words of the engine: Bits, Block, kLowCells and so on

tier::Capture compile(const CellCapture& capture, int low_count, int mover) {
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

void compile(const CellBoard& cells, tier::Rules& rules) {
  for (int cell = 0; cell < kLowCells; ++cell) {
    rules.low_empty[cell] = Bits{};
    if (cell >= rules.low_count) continue;
    rules.low_empty[cell] =
        bits_where(rules.low_count, [&](std::size_t low) { return digit_of(low, cell) == 0; });
  }
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < cells.cell_count(); ++cell) {
      tier::Move& move = rules.moves[mover][cell];
      move = {block_step_of(cell, mover), low_step_of(cell, mover), 0, {}};
      for (const CellCapture& capture :
           cells.captures[static_cast<std::size_t>(mover)][static_cast<std::size_t>(cell)]) {
        move.captures[move.capture_count++] = compile(capture, rules.low_count, mover);
      }
    }
    for (int cell = cells.cell_count(); cell < kLowCells; ++cell) rules.moves[mover][cell] = {};
  }
}

/// Squares whose midpoint is empty and whose corners are all cells can bear a cross.
class Crosses {
 public:
  Crosses(const CellBoard& cells, int low_count) {
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
        crosses_.push_back(cross);
      }
    }
  }
  Bits in(const tier::Place& place) const {
    Bits bits{};
    for (const Cross& cross : crosses_) {
      const bool holds = (place.stones[0] & cross.high[0]) == cross.high[0] &&
                         (place.stones[1] & cross.high[1]) == cross.high[1];
      if (holds) bits = bits | cross.low;
    }
    return bits;
  }

 private:
  struct Cross {
    std::uint32_t high[2];
    Bits low;
  };
  std::vector<Cross> crosses_;
};

}  // namespace

ConnectionTable::ConnectionTable(const CellBoard& cells, Player player) {
  const int low_count = std::min(cells.cell_count(), kLowCells);
  const int high_count = cells.cell_count() - low_count;
  const auto own = static_cast<int>(index_of(player));
  // By set of the player's low stones: the colourings in which he has exactly these.
  std::vector<Bits> exactly(std::size_t{1} << low_count);
  for (std::size_t low = 0; low < power_of_3(low_count); ++low) {
    std::size_t stones = 0;
    for (int cell = 0; cell < low_count; ++cell) {
      if (digit_of(low, cell) == own + 1) stones |= std::size_t{1} << cell;
    }
    add(exactly[stones], low);
  }
  bits_.resize(std::size_t{1} << high_count);
  for (std::size_t high = 0; high < bits_.size(); ++high) {
    for (std::size_t low = 0; low < exactly.size(); ++low) {
      const auto stones = static_cast<CellSet>(high << kLowCells | low);
      if (is_connected(cells, player, stones)) bits_[high] = bits_[high] | exactly[low];
    }
  }
}

TierSolver::TierSolver(int cell_count, Threads threads)
    : order_(std::make_shared<TierOrder>(cell_count)), threads_(threads) {
  rules_.low_count = order_->low_count;
  rules_.high_count = order_->high_count;
  rules_.all_high = static_cast<std::uint32_t>((std::uint64_t{1} << order_->high_count) - 1);
  if (order_->block_count >= kLarge) {
    table_.map(order_->block_count);
    keep_.map(order_->block_count);
  }
  table_.resize(order_->block_count);
}

bool TierSolver::solve(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections,
                       const SliceOf& slice_of, const ShouldStop& should_stop) {
  has_distances_ = false;
  start(cells, connections);
  for (const CellMidpoint& midpoint : cells.midpoints) {
    for (const Player mover : {Player::V, Player::H}) {
      add_midpoint(midpoint, mover, slice_of(midpoint, mover));
      if (should_stop()) return false;
    }
  }
  return sweep_until_stable(should_stop);
}

/// Marks what is illegal or over; all else is open.
void TierSolver::start(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections) {
  compile(cells, rules_);
  has_keep_ = !cells.midpoints.empty();
  if (has_keep_) {
    keep_.resize(order_->block_count);
    parallel_for(threads_, keep_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) keep_[i] = {};
    });
  }
  const Crosses crosses(cells, rules_.low_count);
  const Bits padding = ~bits_where(rules_.low_count, [](std::size_t) { return true; });
  parallel_for(threads_, order_->places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const tier::Place& place = order_->places[i];
      const Bits never = crosses.in(place) | padding;
      const Bits& v = (*connections[0])[place.stones[0]];
      const Bits& h = (*connections[1])[place.stones[1]];
      Block& block = table_[place.block];
      block.side[0] = {never | v, never | v | h};
      block.side[1] = {never | h, never | v | h};
    }
  });
}

/// Enters what taking a midpoint leads to: it is final, since midpoint stones stay.
void TierSolver::add_midpoint(const CellMidpoint& midpoint, Player mover, const TierSlice& slice) {
  const SliceIndex index(*order_, midpoint.corners);
  const Bits low = low_corners_empty(rules_.low_count, midpoint.corners);
  const auto side = static_cast<std::size_t>(index_of(mover));
  parallel_for(threads_, order_->places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const tier::Place& place = order_->places[i];
      if (!index.contains(place)) continue;
      const tier::Known& reply = slice.entries[index(place)];
      auto& known = table_[place.block].side[side];
      const Bits wins = reply.loss & low & ~(known.win | known.loss);
      known.win = known.win | wins;
      Bits& keep = keep_[place.block].side[side];
      keep = keep | (~reply.win & low);
    }
  });
}

bool TierSolver::sweep_until_stable(const ShouldStop& should_stop) {
  const tier::Sweep sweep = tier::sweep_function();
  const tier::Keep* const keep = has_keep_ ? keep_.data() : nullptr;
  std::vector<tier::Place> places = order_->places;
  std::vector<std::size_t> group_begin = order_->group_begin;
  std::vector<std::uint8_t> is_open(places.size());
  std::atomic<bool> has_changed{true};
  for (sweep_count_ = 0; has_changed; ++sweep_count_) {
    has_changed = false;
    for (std::size_t group = 0; group + 1 < group_begin.size(); ++group) {
      if (should_stop()) return false;
      const std::size_t first = group_begin[group];
      parallel_for(threads_, group_begin[group + 1] - first, kGrain,
                   [&](std::size_t begin, std::size_t end) {
                     if (sweep(rules_, table_.data(), keep, &places[first + begin], end - begin,
                               &is_open[first + begin])) {
                       has_changed.store(true, std::memory_order_relaxed);
                     }
                   });
    }
    // The next sweep looks only at blocks that are still open.
    std::size_t kept = 0;
    for (std::size_t group = 0, i = 0; group + 1 < group_begin.size(); ++group) {
      const std::size_t begin = kept;
      for (; i < group_begin[group + 1]; ++i) {
        if (is_open[i] != 0) places[kept++] = places[i];
      }
      group_begin[group] = begin;
    }
    group_begin.back() = kept;
  }
  return true;
}

}  // namespace onyx
