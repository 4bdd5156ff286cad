#include "solver/tier/tier_solver.h"

#include <algorithm>
#include <atomic>

#include "solver/tier/bits.h"
#include "solver/tier/place_walk.h"
#include "solver/tier/rules.h"
#include "solver/tier/tile_rules.h"

namespace onyx {

using namespace tier;  // the words of the engine: Bits, Block, kLowCells and so on

namespace {
/// Loops over tiles get tasks of at least this many.
constexpr std::size_t kTileGrain = kGrain / kTileBlocks;
}  // namespace

TierSolver::TierSolver(int cell_count, Threads threads) : order_(cell_count), threads_(threads) {
  if (order_.block_count >= kLarge) {
    table_.map(order_.block_count);
    keep_.map(order_.block_count);
  }
  table_.resize(order_.block_count);
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
  rules_ = rules_of(cells);
  has_keep_ = !cells.midpoints.empty();
  if (has_keep_) {
    keep_.resize(order_.block_count);
    parallel_for(threads_, keep_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) keep_[i] = {};
    });
  }
  const StartOfBlocks start_of(rules_.low_count, crosses_of(cells));
  parallel_for(threads_, order_.block_count, kGrain, [&](std::size_t begin, std::size_t end) {
    PlaceWalk walk(order_.high_count, static_cast<std::uint32_t>(begin));
    for (std::size_t i = begin; i < end; ++i, walk.advance()) {
      const tier::BlockPlace& place = walk.place();
      table_[i] =
          start_of(place, (*connections[0])[place.stones[0]], (*connections[1])[place.stones[1]]);
    }
  });
}

void TierSolver::add_midpoint(const CellMidpoint& midpoint, Player mover, const TierSlice& slice) {
  const SliceIndex index(order_.high_count, midpoint.corners);
  const Bits low = low_corners_empty(rules_.low_count, midpoint.corners);
  const auto side = static_cast<std::size_t>(index_of(mover));
  parallel_for(threads_, order_.block_count, kGrain, [&](std::size_t begin, std::size_t end) {
    PlaceWalk walk(order_.high_count, static_cast<std::uint32_t>(begin));
    for (std::size_t i = begin; i < end; ++i, walk.advance()) {
      if (!index.contains(walk.place())) continue;
      enter_midpoint(slice.entries[index(walk.place())], low, table_[i].side[side],
                     keep_[i].side[side]);
    }
  });
}

bool TierSolver::sweep_until_stable(const ShouldStop& should_stop) {
  const tier::SweepTiles sweep = tier::sweep_tiles_function();
  const tier::Keep* const keep = has_keep_ ? keep_.data() : nullptr;
  tile_rules_ = tile_rules_of(rules_);
  std::vector<tier::BlockPlace> places = order_.places;
  std::vector<std::size_t> group_begin = order_.group_begin;
  const tier::TileBlocks all = (tier::TileBlocks{1} << tile_rules_.block_count) - 1;
  std::vector<tier::TileBlocks> open(places.size(), all);
  std::atomic<bool> has_changed{true};
  for (sweep_count_ = 0; has_changed; ++sweep_count_) {
    has_changed = false;
    for (std::size_t group = 0; group + 1 < group_begin.size(); ++group) {
      if (should_stop()) return false;
      const std::size_t first = group_begin[group];
      parallel_for(threads_, group_begin[group + 1] - first, kTileGrain,
                   [&](std::size_t begin, std::size_t end) {
                     if (sweep(rules_, tile_rules_, table_.data(), keep, &places[first + begin],
                               end - begin, &open[first + begin])) {
                       has_changed.store(true, std::memory_order_relaxed);
                     }
                   });
    }
    // The next sweep looks only at blocks that are still open.
    std::size_t kept = 0;
    for (std::size_t group = 0, i = 0; group + 1 < group_begin.size(); ++group) {
      const std::size_t begin = kept;
      for (; i < group_begin[group + 1]; ++i) {
        if (open[i] == 0) continue;
        places[kept] = places[i];
        open[kept++] = open[i];
      }
      group_begin[group] = begin;
    }
    group_begin.back() = kept;
  }
  return true;
}

}  // namespace onyx
