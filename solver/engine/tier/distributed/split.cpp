#include "solver/engine/tier/distributed/split.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "core/base/assert.h"
#include "solver/engine/tier/place_walk.h"

namespace onyx {
namespace {

using tier::power_of_3;

/// Returns the fewest digits that split evenly (split.h) and leave several blocks per chunk.
int digits_for(int high_count, std::size_t ranks) {
  if (ranks == 1) return 0;
  const int most = std::max(high_count - 1, 0);
  for (int digits = 1; digits < most; ++digits) {
    const std::size_t chunks = power_of_3(digits);
    const std::size_t with_most = (chunks + ranks - 1) / ranks * ranks;
    if (chunks >= 3 * ranks && 5 * with_most <= 6 * chunks) return digits;
  }
  return most;
}

/// Returns a sort key: blocks with more stones first; among equals, blocks with fewer V stones.
std::pair<int, int> sweep_key(const tier::BlockPlace& place) {
  const int v = std::popcount(place.stones[0]);
  return {-v - std::popcount(place.stones[1]), v};
}

}  // namespace

TierSplit::TierSplit(int cell_count, int ranks)
    : rank_count(ranks),
      low_count(std::min(cell_count, tier::kLowCells)),
      high_count(cell_count - low_count),
      digit_count(digits_for(high_count, static_cast<std::size_t>(ranks))),
      chunk_count(power_of_3(digit_count)),
      chunk_blocks(power_of_3(high_count - digit_count)) {
  if (chunk_count > 1) reciprocal = UINT64_MAX / chunk_blocks + 1;
  std::vector<tier::BlockPlace> order = all_places(digit_count);
  std::ranges::stable_sort(order, {}, sweep_key);
  chunks.resize(chunk_count);
  for (std::size_t i = 0; i < order.size(); ++i) {
    chunks[order[i].block].owner = static_cast<std::uint32_t>(i % static_cast<std::size_t>(ranks));
  }
  std::vector<std::size_t> before(static_cast<std::size_t>(ranks));
  for (std::size_t chunk = 0; chunk < chunk_count; ++chunk) {
    std::size_t& first = before[chunks[chunk].owner];
    chunks[chunk].shift = static_cast<std::int64_t>(chunk * chunk_blocks - first);
    first += chunk_blocks;
  }
  // A question has 32 bits, one of them for the side to move.
  if (ranks > 1 && most_blocks() >> 31 != 0) {
    throw std::length_error("a rank would have too many blocks; use more ranks");
  }
}

std::vector<std::size_t> TierSplit::chunks_of(int rank) const {
  std::vector<std::size_t> own;
  for (std::size_t chunk = 0; chunk < chunk_count; ++chunk) {
    if (chunks[chunk].owner == static_cast<std::uint32_t>(rank)) own.push_back(chunk);
  }
  return own;
}

SplitSlice::SplitSlice(const TierSplit& split, const std::array<int, 4>& corners)
    : index_(split.high_count, corners),
      chunk_blocks_(split.chunk_blocks),
      first_(split.chunk_count),
      first_of_rank_(split.chunk_count),
      has_entries_(split.chunk_count),
      count_of_rank_(static_cast<std::size_t>(split.rank_count)) {
  const int chunk_cells = split.high_count - split.digit_count;
  entries_ = SliceIndex(chunk_cells, corners).size();
  for (tier::BlockPlace place : all_places(split.digit_count)) {
    const std::size_t chunk = place.block;
    for (std::uint32_t& stones : place.stones) stones <<= chunk_cells;
    has_entries_[chunk] = index_.contains(place);
    if (has_entries_[chunk]) chunks_.push_back(chunk);
    first_[chunk] = index_(place);
    std::size_t& of_rank = count_of_rank_[split.chunks[chunk].owner];
    first_of_rank_[chunk] = of_rank;
    of_rank += count(chunk);
  }
}

std::vector<SplitSlice::Piece> SplitSlice::pieces(std::size_t first, std::size_t count) const {
  ONYX_ASSERT(first + count <= index_.size());
  std::vector<Piece> found;
  while (count > 0) {
    const std::size_t chunk = chunks_[first / entries_];
    const std::size_t before = first % entries_;
    const std::size_t here = std::min(count, entries_ - before);
    found.push_back({chunk, first_of_rank_[chunk] + before, here});
    first += here;
    count -= here;
  }
  return found;
}

PartOrder::PartOrder(const TierSplit& split, int rank) {
  const std::vector<std::size_t> chunks = split.chunks_of(rank);
  const auto for_each_place = [&](const auto& visit) {
    for (const std::size_t chunk : chunks) {
      PlaceWalk walk(split.high_count, static_cast<std::uint32_t>(chunk * split.chunk_blocks));
      for (std::size_t i = 0; i < split.chunk_blocks; ++i, walk.advance()) visit(walk.place());
    }
  };
  const auto group_of = [&](const tier::BlockPlace& place) {
    const auto [minus_stones, v] = sweep_key(place);
    int group = v;
    for (int stones = split.high_count; stones > -minus_stones; --stones) group += stones + 1;
    return static_cast<std::size_t>(group);
  };
  const auto high = static_cast<std::size_t>(split.high_count);
  group_begin.resize((high + 1) * (high + 2) / 2 + 1);
  for_each_place([&](const tier::BlockPlace& place) { ++group_begin[group_of(place) + 1]; });
  std::partial_sum(group_begin.begin(), group_begin.end(), group_begin.begin());
  std::vector<std::size_t> next = group_begin;
  ONYX_ASSERT(group_begin.back() == chunks.size() * split.chunk_blocks);
  places.resize(group_begin.back());
  for_each_place([&](const tier::BlockPlace& place) { places[next[group_of(place)]++] = place; });
}

}  // namespace onyx
