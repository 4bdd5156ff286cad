#include "solver/engine/tier/tier_solver.h"

#include <algorithm>
#include <atomic>

namespace onyx {

using namespace tier;  // the engine's names: Bits, Block, kLowCells and so on

namespace {
/// Parallel loops over tiles get tasks of at least this many tiles.
constexpr std::size_t kTileGrain = kGrain / kTileBlocks;
/// One tile reads some sixty pages. So if fewer than one tile in this many is open, reading their
/// pages is less work than reading whole chunks.
constexpr std::size_t kSparse = 32;
}  // namespace

TierSolver::TierSolver(int cell_count, Threads threads)
    : high_count_(std::max(cell_count - kLowCells, 0)),
      top_cells_(0),
      order_(high_count_),
      threads_(threads),
      table_(tier::power_of_3(high_count_)) {}

TierSolver::TierSolver(int cell_count, int top_cells, const OutOfCore& out_of_core, Threads threads)
    : high_count_(cell_count - kLowCells),
      top_cells_(top_cells),
      order_(high_count_ - top_cells),
      threads_(threads),
      table_(power_of_3(high_count_), top_cells, out_of_core) {}

bool TierSolver::solve(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections,
                       SliceSource& slices, const ShouldStop& should_stop) {
  has_distances_ = false;
  start(cells, connections);
  for (const CellMidpoint& midpoint : cells.midpoints) {
    for (const Player mover : {Player::V, Player::H}) {
      add_midpoint(midpoint, mover, slices.whole(midpoint, mover));
      if (should_stop()) return false;
    }
  }
  return sweep_until_stable(should_stop);
}

/// Marks illegal and finished colourings; all others are open.
void TierSolver::start(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections) {
  rules_ = rules_of(cells);
  table_.keep_midpoints(!cells.midpoints.empty());
  const StartOfBlocks start_of(rules_.low_count, crosses_of(cells));
  tier::Block* const blocks = table_.blocks();
  tier::Keep* const keeps = table_.keeps();
  const auto part = table_.forget() ? TierTable::Part::few : TierTable::Part::all;
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    table_.use(chunk, part);
    table_.will_change(chunk);
    table_.for_each_range_of(chunk, threads_, [&](std::size_t begin, std::size_t end) {
      PlaceWalk walk(high_count_, static_cast<std::uint32_t>(begin));
      for (std::size_t i = begin; i < end; ++i, walk.advance()) {
        const tier::BlockPlace& place = walk.place();
        blocks[i] =
            start_of(place, (*connections[0])[place.stones[0]], (*connections[1])[place.stones[1]]);
        if (keeps != nullptr) keeps[i] = {};
      }
    });
  }
}

void TierSolver::add_midpoint(const CellMidpoint& midpoint, Player mover, const TierSlice& slice) {
  const SliceIndex index(high_count_, midpoint.corners);
  const Bits low = low_corners_empty(rules_.low_count, midpoint.corners);
  const auto side = static_cast<std::size_t>(index_of(mover));
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    // Corners among the top cells are empty in all of the chunk, or in none of it.
    if (!index.contains(first_place_of(chunk))) continue;
    table_.use(chunk, TierTable::Part::all);
    table_.will_change(chunk);
    for_each_entry(index, chunk, [&](std::size_t entry, std::size_t block) {
      enter_midpoint(slice.entries[entry], low, table_.blocks()[block].side[side],
                     table_.keeps()[block].side[side]);
    });
  }
}

/// The block of the chunk in which all cells except the top ones are empty.
tier::BlockPlace TierSolver::first_place_of(std::size_t chunk) const {
  return PlaceWalk(high_count_, static_cast<std::uint32_t>(chunk * table_.chunk_blocks())).place();
}

/// Loads what a sweep of the chunk reads: the chunk itself, and those to which a move or a capture
/// on a top cell leads. If `is_sparse`, pages are loaded only when they are touched.
void TierSolver::use_for_sweep(std::size_t chunk, bool is_sparse) const {
  if (table_.chunk_count() == 1) return;
  using Part = TierTable::Part;
  const tier::BlockPlace here = first_place_of(chunk);
  const std::uint32_t top = rules_.all_high & ~((1U << (high_count_ - top_cells_)) - 1);
  const auto number_of_chunk = [&](std::uint32_t v, std::uint32_t h) {
    std::int64_t block = 0;
    for (int i = high_count_ - top_cells_; i < high_count_; ++i) {
      const int cell = kLowCells + i;
      if ((v >> i & 1) != 0) block += block_step_of(cell, 0);
      if ((h >> i & 1) != 0) block += block_step_of(cell, 1);
    }
    return static_cast<std::size_t>(block) / table_.chunk_blocks();
  };
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < rules_.low_count + rules_.high_count; ++cell) {
      const std::uint32_t placed = high_bit(cell) & top;
      if ((placed & (here.stones[0] | here.stones[1])) != 0) continue;
      const Move& move = rules_.moves[mover][cell];
      for (int made = 0; made < 1 << move.capture_count; ++made) {
        std::uint32_t captured = 0;
        bool may = true;
        for (int k = 0; k < move.capture_count; ++k) {
          if ((made >> k & 1) == 0) continue;
          const Capture& capture = move.captures[k];
          may = may && (capture.own_high & top & ~here.stones[mover]) == 0 &&
                (capture.theirs_high & top & ~here.stones[1 - mover]) == 0;
          captured |= capture.theirs_high & top;
        }
        if (!may) continue;
        std::uint32_t stones[2] = {here.stones[0], here.stones[1]};
        stones[mover] |= placed;
        stones[1 - mover] &= ~captured;
        table_.use(number_of_chunk(stones[0], stones[1]), is_sparse ? Part::few : Part::blocks);
      }
    }
  }
  table_.use(chunk, is_sparse ? Part::few : Part::all);
}

bool TierSolver::sweep_until_stable(const ShouldStop& should_stop) {
  tile_rules_ = tile_rules_of(rules_);
  const std::size_t tiles = order_.places.size();
  const tier::TileBlocks all = (tier::TileBlocks{1} << tile_rules_.block_count) - 1;
  std::vector<tier::TileBlocks> open(table_.chunk_count() * tiles, all);
  bool has_changed = true;
  for (sweep_count_ = 0; has_changed; ++sweep_count_) {
    has_changed = false;
    for (std::size_t chunk = table_.chunk_count(); chunk-- > 0;) {
      const std::optional<bool> is_new = sweep_chunk(chunk, &open[chunk * tiles], should_stop);
      if (!is_new) return false;
      has_changed = has_changed || *is_new;
    }
  }
  return true;
}

/// `open`: the open blocks of each tile, in the order of tiles. Returns whether anything was
/// decided; nothing if stopped. With a table on disk, sweeps the chunk until nothing changes.
std::optional<bool> TierSolver::sweep_chunk(std::size_t chunk, tier::TileBlocks* open,
                                            const ShouldStop& should_stop) {
  const std::size_t tiles = order_.places.size();
  const auto open_tiles = tiles - static_cast<std::size_t>(std::count(open, open + tiles, 0U));
  if (open_tiles == 0) return false;
  use_for_sweep(chunk, open_tiles < tiles / kSparse);
  bool has_changed = false;
  for (;;) {
    const std::optional<bool> is_new = sweep_once(chunk, open, should_stop);
    if (!is_new) return std::nullopt;
    if (!*is_new) break;
    has_changed = true;
    if (table_.chunk_count() == 1) break;
  }
  if (has_changed) table_.will_change(chunk);
  return has_changed;
}

std::optional<bool> TierSolver::sweep_once(std::size_t chunk, tier::TileBlocks* open,
                                           const ShouldStop& should_stop) {
  const tier::SweepTiles sweep = tier::sweep_tiles_function();
  const tier::BlockPlace first = first_place_of(chunk);
  std::atomic<bool> has_changed{false};
  for (std::size_t group = 0; group + 1 < order_.group_begin.size(); ++group) {
    if (should_stop()) return std::nullopt;
    places_.clear();
    open_.clear();
    for (std::size_t i = order_.group_begin[group]; i < order_.group_begin[group + 1]; ++i) {
      if (open[i] == 0) continue;
      const tier::BlockPlace& place = order_.places[i];
      places_.push_back({first.block + place.block,
                         {first.stones[0] | place.stones[0], first.stones[1] | place.stones[1]}});
      open_.push_back(open[i]);
    }
    if (places_.empty()) continue;
    parallel_for(threads_, places_.size(), kTileGrain, [&](std::size_t begin, std::size_t end) {
      if (sweep(rules_, tile_rules_, table_.blocks(), table_.keeps(), &places_[begin], end - begin,
                &open_[begin])) {
        has_changed.store(true, std::memory_order_relaxed);
      }
    });
    std::size_t next = 0;
    for (std::size_t i = order_.group_begin[group]; i < order_.group_begin[group + 1]; ++i) {
      if (open[i] != 0) open[i] = open_[next++];
    }
  }
  return has_changed;
}

}  // namespace onyx
