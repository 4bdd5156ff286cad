// Queries of a solved tier: counts, single positions, slices.
#include <algorithm>
#include <bit>
#include <mutex>

#include "core/base/assert.h"
#include "solver/engine/tier/tier_solver.h"

namespace onyx {

using tier::block_step_of;
using tier::digit_of;
using tier::has;
using tier::kBlockBits;
using tier::kGrain;
using tier::kLowCells;
using tier::low_step_of;
using tier::power_of_3;

std::optional<Outcome> TierSolver::outcome(const Colouring& colouring, Player to_move) const {
  ONYX_ASSERT(has_distances_);
  const std::optional<Value> known = value(colouring, to_move);
  if (!known) return std::nullopt;
  if (*known == Value::draw) return Outcome();
  const auto [block, low] = number_of(colouring);
  const auto& codes = codes_[block].side[static_cast<std::size_t>(index_of(to_move))];
  return Outcome::decided_in(static_cast<std::uint16_t>(codes.plies_plus_1[low] - 1));
}

std::vector<std::uint64_t> TierSolver::histogram() const {
  std::mutex mutex;
  std::vector<std::uint64_t> all(256);
  parallel_for(threads_, codes_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    // Four counters for each code, so that equal neighbours do not wait for each other.
    std::array<std::array<std::uint64_t, 256>, 4> counts{};
    for (std::size_t i = begin; i < end; ++i) {
      for (const tier::Codes& codes : codes_[i].side) {
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
  std::optional<std::pair<Colouring, Player>> found;
  PlaceWalk walk(high_count_, 0);
  for (std::size_t block = 0; block < table_.block_count() && !found; ++block, walk.advance()) {
    for (const Player to_move : {Player::H, Player::V}) {
      const auto& codes = codes_[block].side[static_cast<std::size_t>(index_of(to_move))];
      for (std::size_t low = 0; low < kBlockBits; ++low) {
        if (codes.plies_plus_1[low] != plies + 1) continue;
        found = {colouring_at(walk.place(), low, rules_.low_count), to_move};
        break;
      }
    }
  }
  return found;
}

void TierSolver::read(const std::vector<int>& cell_of_digit, Player to_move, std::uint64_t first,
                      std::vector<std::uint8_t>& codes) const {
  constexpr int kDigitsAtOnce = 6;
  const auto side = static_cast<std::size_t>(index_of(to_move));
  const auto at_once = std::min(cell_of_digit.size(), static_cast<std::size_t>(kDigitsAtOnce));
  // The location of a colouring is a sum over its digits: blocks times kWidth, plus bits.
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
      if (code == 0 && has(table_.blocks()[block].side[side].win, low)) code = tier::kIllegalCode;
      codes[begin + i] = code;
    }
  }
}

/// The numbers of the colouring's block and of its bit in the block.
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
  const auto& known = table_.blocks()[block].side[static_cast<std::size_t>(index_of(to_move))];
  const bool win = has(known.win, low);
  const bool loss = has(known.loss, low);
  if (win && loss) return std::nullopt;
  return win ? Value::win : loss ? Value::loss : Value::draw;
}

CountsBySide TierSolver::counts() const {
  CountsBySide all;
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    table_.use(chunk, TierTable::Part::blocks);
    all += tier::counts_of(table_.blocks() + chunk * table_.chunk_blocks(), table_.chunk_blocks(),
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
      const auto& known = table_.blocks()[block].side[static_cast<std::size_t>(index_of(to_move))];
      for_each_colouring(walk.place(), ~(known.win | known.loss), rules_.low_count, to_move, visit);
    }
  }
}

TierSlice TierSolver::slice(const std::array<int, 4>& corners, Player to_move) const {
  const SliceIndex index(high_count_, corners);
  TierSlice slice;
  slice.entries.resize(index.size());
  if (has_distances_) slice.codes.resize(index.size());
  const auto side = static_cast<std::size_t>(index_of(to_move));
  for (std::size_t chunk = 0; chunk < table_.chunk_count(); ++chunk) {
    if (!index.contains(first_place_of(chunk))) continue;
    table_.use(chunk, TierTable::Part::blocks);
    for_each_entry(index, chunk, [&](std::size_t entry, std::size_t block) {
      slice.entries[entry] = table_.blocks()[block].side[side];
      if (has_distances_) slice.codes[entry] = codes_[block].side[side];
    });
  }
  if (has_distances_) {
    for (const tier::Codes& codes : slice.codes) {
      const int most = *std::max_element(codes.plies_plus_1, codes.plies_plus_1 + kBlockBits);
      slice.most_plies = std::max(slice.most_plies, most - 1);
    }
  }
  return slice;
}

}  // namespace onyx
