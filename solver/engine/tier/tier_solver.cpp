#include "solver/engine/tier/tier_solver.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <stdexcept>

#include "core/base/assert.h"

namespace onyx {

using namespace tier;  // the engine's names: Bits, Block, kLowCells and so on

namespace {
constexpr std::size_t kTileGrain = kGrain / kTileBlocks;
/// If fewer than 1 in kSparse tiles are open, pages are loaded only when touched. An open tile
/// touches about sixty pages.
constexpr std::size_t kSparse = 32;
}  // namespace

TierSolver::TierSolver(int cell_count, Threads threads)
    : high_count_(std::max(cell_count - kLowCells, 0)),
      top_cells_(0),
      order_(high_count_),
      threads_(threads),
      table_(power_of_3(high_count_)) {}

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

void TierSolver::start(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections) {
  rules_ = rules_of(cells);
  ONYX_ASSERT(rules_.high_count == high_count_);
  table_.keep_midpoints(!cells.midpoints.empty());
  const StartOfBlocks start_of(rules_.low_count, crosses_of(cells));
  Block* const blocks = table_.blocks();
  Keep* const keeps = table_.keeps();
  const auto part = table_.forget() ? TierTable::Part::few : TierTable::Part::all;
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    table_.use(chunk, part);
    table_.will_change(chunk);
    table_.for_each_range_of(chunk, threads_, [&](std::size_t begin, std::size_t end) {
      PlaceWalk walk(high_count_, static_cast<std::uint32_t>(begin));
      for (std::size_t i = begin; i < end; ++i, walk.advance()) {
        const BlockPlace& place = walk.place();
        blocks[i] =
            start_of(place, (*connections[0])[place.stones[0]], (*connections[1])[place.stones[1]]);
        if (keeps != nullptr) keeps[i] = {};
      }
    });
  }
}

void TierSolver::add_midpoint(const CellMidpoint& midpoint, Player mover, const TierSlice& slice) {
  const SliceIndex index(high_count_, midpoint.corners);
  ONYX_ASSERT(slice.entries.size() == index.size());
  const Bits low = low_corners_empty(rules_.low_count, midpoint.corners);
  const std::size_t side = index_of(mover);
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    // All blocks of the chunk have the same top cells, so testing its first block is enough.
    if (!index.contains(first_place_of(chunk))) continue;
    table_.use(chunk, TierTable::Part::all);
    table_.will_change(chunk);
    for_each_entry(index, chunk, [&](std::size_t entry, std::size_t block) {
      enter_midpoint(slice.entries[entry], low, table_.blocks()[block].side[side],
                     table_.keeps()[block].side[side]);
    });
  }
}

/// Returns the block of the chunk in which all cells except the top cells are empty.
BlockPlace TierSolver::first_place_of(std::size_t chunk) const {
  return PlaceWalk(high_count_, static_cast<std::uint32_t>(chunk * table_.chunk_blocks())).place();
}

/// Loads the chunk and all chunks to which its moves lead. If `is_sparse`, loads pages only when
/// they are touched.
void TierSolver::use_for_sweep(std::size_t chunk, bool is_sparse) const {
  if (table_.chunk_count() == 1) return;
  using Part = TierTable::Part;
  const BlockPlace here = first_place_of(chunk);
  const std::uint32_t top = rules_.all_high & ~((1U << (high_count_ - top_cells_)) - 1);
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
        BlockPlace after = here;
        after.stones[mover] |= placed;
        after.stones[1 - mover] &= ~captured;
        const std::size_t block = number_of(colouring_at(after, 0, 0)).first;
        table_.use(block / table_.chunk_blocks(), is_sparse ? Part::few : Part::blocks);
      }
    }
  }
  table_.use(chunk, is_sparse ? Part::few : Part::all);
}

bool TierSolver::sweep_until_stable(const ShouldStop& should_stop) {
  tile_rules_ = tile_rules_of(rules_);
  const std::size_t tiles = order_.places.size();
  const TileBlocks all = (TileBlocks{1} << tile_rules_.block_count) - 1;
  std::vector<TileBlocks> open(table_.chunk_count() * tiles, all);
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

/// Returns whether anything was decided, or nullopt if stopped. Out of core, sweeps the chunk until
/// it is stable, because loading the chunk again would cost more.
std::optional<bool> TierSolver::sweep_chunk(std::size_t chunk, TileBlocks* open,
                                            const ShouldStop& should_stop) {
  const std::size_t tiles = order_.places.size();
  const auto open_tiles = tiles - static_cast<std::size_t>(std::count(open, open + tiles, 0U));
  if (open_tiles == 0) return false;
  use_for_sweep(chunk, open_tiles < tiles / kSparse);
  std::optional<bool> is_new;
  bool has_changed = false;
  do {
    is_new = sweep_once(chunk, open, should_stop);
    if (!is_new) return std::nullopt;
    has_changed = has_changed || *is_new;
  } while (*is_new && table_.chunk_count() > 1);
  if (has_changed) table_.will_change(chunk);
  return has_changed;
}

std::optional<bool> TierSolver::sweep_once(std::size_t chunk, TileBlocks* open,
                                           const ShouldStop& should_stop) {
  const SweepTiles sweep = kernel().sweep_tiles;
  const BlockPlace first = first_place_of(chunk);
  std::atomic<bool> has_changed{false};
  for (std::size_t group = 0; group + 1 < order_.group_begin.size(); ++group) {
    if (should_stop()) return std::nullopt;
    places_.clear();
    open_.clear();
    for (std::size_t i = order_.group_begin[group]; i < order_.group_begin[group + 1]; ++i) {
      if (open[i] == 0) continue;
      const BlockPlace& place = order_.places[i];
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
    ONYX_ASSERT(next == open_.size());
  }
  return has_changed;
}

// The search for distances works in layers, one for each ply.

struct TierSolver::MidpointReplies {
  Player mover;
  Bits low;                        ///< The colourings with the low corners empty.
  TierSlice slice;                 ///< Only its codes and most_plies are used.
  std::vector<BlockPlace> places;  ///< The blocks with the high corners empty, in entry order.
};

bool TierSolver::solve_with_distances(const CellBoard& cells,
                                      const std::array<const ConnectionTable*, 2>& connections,
                                      SliceSource& slices, const ShouldStop& should_stop) {
  has_distances_ = true;
  start(cells, connections);
  if (codes_.empty()) {
    if (table_.block_count() >= TierTable::kLarge) codes_.map(table_.block_count());
    codes_.resize(table_.block_count());
  }
  // A finished game is a loss in 0 plies for the side to move.
  parallel_for_each_index(threads_, codes_.size(), kGrain, [&](std::size_t i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const Known& known = table_.blocks()[i].side[side];
      const Bits over = known.loss & ~known.win;
      Codes& codes = codes_[i].side[side] = {};
      for (std::size_t low = 0; low < kBlockBits; ++low) codes.plies_plus_1[low] = has(over, low);
    }
  });
  std::vector<BlockPlace> places = all_places(high_count_);
  std::vector<MidpointReplies> replies;
  for (const CellMidpoint& midpoint : cells.midpoints) {
    const SliceIndex index(high_count_, midpoint.corners);
    for (const Player mover : {Player::V, Player::H}) {
      const TierSlice& slice = slices.whole(midpoint, mover);
      ONYX_ASSERT(slice.codes.size() == index.size());
      MidpointReplies& reply = replies.emplace_back();
      reply.mover = mover;
      reply.low = low_corners_empty(rules_.low_count, midpoint.corners);
      reply.slice.most_plies = slice.most_plies;
      reply.slice.codes.resize(slice.codes.size());
      std::copy(slice.codes.begin(), slice.codes.end(), reply.slice.codes.data());
      reply.places.resize(index.size());
      for (const BlockPlace& place : places) {
        if (index.contains(place)) reply.places[index(place)] = place;
      }
    }
  }
  return add_layers(replies, std::move(places), should_stop);
}

/// Marks colourings. In a layer of wins: taking the midpoint leaves the opponent lost in `ply` - 1.
/// In a layer of losses: the opponent then does not win in fewer than `ply` plies.
void TierSolver::enter_replies(const MidpointReplies& replies, int ply) {
  const std::size_t side = index_of(replies.mover);
  parallel_for_each_index(threads_, replies.places.size(), kGrain, [&](std::size_t i) {
    const std::uint8_t* const codes = replies.slice.codes[i].plies_plus_1;
    Bits found{};
    for (std::size_t low = 0; low < kBlockBits; ++low) {
      const int code = codes[low];
      // A code is the number of plies plus one: odd for losses, even for wins. Draws have code 0.
      const bool is_won_before = code != 0 && code % 2 == 0 && code <= ply;
      if (ply % 2 == 1 ? code == ply : !is_won_before) add(found, low);
    }
    Bits& marked = table_.keeps()[replies.places[i].block].side[side];
    marked = marked | (found & replies.low);
  });
}

bool TierSolver::add_layers(const std::vector<MidpointReplies>& replies,
                            std::vector<BlockPlace> places, const ShouldStop& should_stop) {
  const Layer layer = kernel().layer;
  int most_plies_of_replies = 0;
  for (const MidpointReplies& reply : replies) {
    most_plies_of_replies = std::max(most_plies_of_replies, reply.slice.most_plies);
  }
  std::vector<std::uint8_t> is_open(places.size());
  int idle = 0;  // consecutive layers that decided nothing
  sweep_count_ = 0;
  for (int ply = 1; idle < 2 || ply <= most_plies_of_replies + 1; ++ply) {
    if (should_stop()) return false;
    for (const MidpointReplies& reply : replies) {
      for (const BlockPlace& place : reply.places) table_.keeps()[place.block] = {};
    }
    for (const MidpointReplies& reply : replies) enter_replies(reply, ply);
    std::atomic<bool> has_changed{false};
    parallel_for(threads_, places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      if (layer(rules_, table_.blocks(), table_.keeps(), codes_.data(), ply, &places[begin],
                end - begin, &is_open[begin])) {
        has_changed.store(true, std::memory_order_relaxed);
      }
    });
    idle = has_changed ? 0 : idle + 1;
    if (has_changed && ply > kMostPlies) throw std::length_error("a win takes too many plies");
    std::size_t i = 0;
    std::erase_if(places, [&](const BlockPlace&) { return is_open[i++] == 0; });
    ++sweep_count_;
  }
  return true;
}

std::optional<Outcome> TierSolver::outcome(const Colouring& colouring, Player to_move) const {
  ONYX_ASSERT(has_distances_);
  const std::optional<Value> known = value(colouring, to_move);
  if (!known) return std::nullopt;
  if (*known == Value::draw) return Outcome();
  const auto [block, low] = number_of(colouring);
  const auto& codes = codes_[block].side[index_of(to_move)];
  ONYX_ASSERT(codes.plies_plus_1[low] > 0);
  return Outcome::decided_in(static_cast<std::uint16_t>(codes.plies_plus_1[low] - 1));
}

std::vector<std::uint64_t> TierSolver::histogram() const {
  std::mutex mutex;
  std::vector<std::uint64_t> all(256);
  parallel_for(threads_, codes_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    // Use four counters per code, because increments of the same counter wait for each other.
    std::array<std::array<std::uint64_t, 256>, 4> counts{};
    for (std::size_t i = begin; i < end; ++i) {
      for (const Codes& codes : codes_[i].side) {
        for (std::size_t low = 0; low < 256; ++low) ++counts[low % 4][codes.plies_plus_1[low]];
      }
    }
    const std::scoped_lock lock(mutex);
    for (std::size_t code = 1; code < all.size(); ++code) {
      for (const auto& part : counts) all[code - 1] += part[code];
    }
  });
  while (!all.empty() && all.back() == 0) all.pop_back();
  return all;
}

std::optional<std::pair<Colouring, Player>> TierSolver::first_decided_in(int plies) const {
  ONYX_ASSERT(has_distances_ && plies >= 0);
  PlaceWalk walk(high_count_, 0);
  for (std::size_t block = 0; block < table_.block_count(); ++block, walk.advance()) {
    for (const Player to_move : {Player::V, Player::H}) {
      const auto& codes = codes_[block].side[index_of(to_move)].plies_plus_1;
      const auto* const found = std::find(codes, codes + kBlockBits, plies + 1);
      if (found == codes + kBlockBits) continue;
      const auto low = static_cast<std::size_t>(found - codes);
      return std::pair(colouring_at(walk.place(), low, rules_.low_count), to_move);
    }
  }
  return std::nullopt;
}

void TierSolver::read(const std::vector<int>& cell_of_digit, Player to_move, std::uint64_t first,
                      std::vector<std::uint8_t>& codes) const {
  constexpr int kDigitsAtOnce = 6;
  const std::size_t side = index_of(to_move);
  const auto at_once = std::min(cell_of_digit.size(), static_cast<std::size_t>(kDigitsAtOnce));
  // The location of a colouring is block * kWidth + bit, a sum with one term per digit.
  constexpr std::size_t kWidth = 256;
  const auto place_of = [&](std::uint64_t number, std::size_t begin, std::size_t end) {
    std::size_t place = 0;
    for (std::size_t i = begin; i < end; ++i, number /= 3) {
      if (number % 3 == 0) continue;
      const int player = static_cast<int>(number % 3) - 1;
      place += static_cast<std::size_t>(block_step_of(cell_of_digit[i], player)) * kWidth +
               static_cast<std::size_t>(low_step_of(cell_of_digit[i], player));
    }
    return place;
  };
  const std::size_t run = power_of_3(static_cast<int>(at_once));
  ONYX_ASSERT(has_distances_ && codes.size() % run == 0);
  std::vector<std::size_t> within(run);
  for (std::size_t i = 0; i < run; ++i) within[i] = place_of(i, 0, at_once);
  for (std::size_t begin = 0; begin < codes.size(); begin += run) {
    const std::size_t base = place_of((first + begin) / run, at_once, cell_of_digit.size());
    for (std::size_t i = 0; i < run; ++i) {
      const std::size_t block = (base + within[i]) / kWidth;
      const std::size_t low = (base + within[i]) % kWidth;
      std::uint8_t code = codes_[block].side[side].plies_plus_1[low];
      if (code == 0 && has(table_.blocks()[block].side[side].win, low)) code = kIllegalCode;
      codes[begin + i] = code;
    }
  }
}

std::pair<std::size_t, std::size_t> TierSolver::number_of(const Colouring& colouring) const {
  ONYX_ASSERT((colouring.stones[0] & colouring.stones[1]) == 0);
  std::size_t block = 0;
  std::size_t low = 0;
  for (int player = 0; player < 2; ++player) {
    for (CellSet left = colouring.stones[player]; left != 0; left &= left - 1) {
      const int cell = std::countr_zero(left);
      block += static_cast<std::size_t>(block_step_of(cell, player));
      low += static_cast<std::size_t>(low_step_of(cell, player));
    }
  }
  ONYX_ASSERT(block < table_.block_count() && low < kBlockBits);
  return {block, low};
}

std::optional<Value> TierSolver::value(const Colouring& colouring, Player to_move) const {
  const auto [block, low] = number_of(colouring);
  table_.use(block / table_.chunk_blocks(), TierTable::Part::few);
  const auto& known = table_.blocks()[block].side[index_of(to_move)];
  const bool win = has(known.win, low);
  const bool loss = has(known.loss, low);
  if (win && loss) return std::nullopt;
  return win ? Value::win : loss ? Value::loss : Value::draw;
}

CountsBySide TierSolver::counts() const {
  CountsBySide all;
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    table_.use(chunk, TierTable::Part::blocks);
    all += counts_of(table_.blocks() + chunk * table_.chunk_blocks(), table_.chunk_blocks(),
                     rules_.low_count, threads_);
  }
  return all;
}

void TierSolver::for_each_drawn(const VisitColouring& visit) const {
  PlaceWalk walk(high_count_, 0);
  for (std::size_t block = 0; block < table_.block_count(); ++block, walk.advance()) {
    if (block % table_.chunk_blocks() == 0) {
      table_.use(block / table_.chunk_blocks(), TierTable::Part::blocks);
    }
    for (const Player to_move : {Player::V, Player::H}) {
      const auto& known = table_.blocks()[block].side[index_of(to_move)];
      for_each_colouring(walk.place(), ~(known.win | known.loss), rules_.low_count, to_move, visit);
    }
  }
}

TierSlice TierSolver::slice(const std::array<int, 4>& corners, Player to_move) const {
  const SliceIndex index(high_count_, corners);
  TierSlice slice;
  slice.entries.resize(index.size());
  if (has_distances_) slice.codes.resize(index.size());
  const std::size_t side = index_of(to_move);
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    if (!index.contains(first_place_of(chunk))) continue;
    table_.use(chunk, TierTable::Part::blocks);
    for_each_entry(index, chunk, [&](std::size_t entry, std::size_t block) {
      slice.entries[entry] = table_.blocks()[block].side[side];
      if (has_distances_) slice.codes[entry] = codes_[block].side[side];
    });
  }
  if (has_distances_) {
    for (const Codes& codes : slice.codes) {
      const int most = *std::max_element(codes.plies_plus_1, codes.plies_plus_1 + kBlockBits);
      slice.most_plies = std::max(slice.most_plies, most - 1);
    }
  }
  return slice;
}

}  // namespace onyx
