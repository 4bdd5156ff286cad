// A census of the draws of a tier: the number of draws, and a sample of them, for each number of
// stones.
#pragma once

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "core/legality.h"
#include "solver/engine/tier_run/tier_run.h"

namespace onyx {

template <int W>
struct DrawsWithStones {
  std::uint64_t draws = 0;
  /// The number of draws whose side to move fits a game from a setup (core/README.md, fact 4).
  std::uint64_t right_side = 0;
  std::vector<WidePosition<W>> sample;  ///< At most the requested number, sorted.
};

/// Keyed by the number of stones, including stones on midpoints.
template <int W>
using DrawCensus = std::map<int, DrawsWithStones<W>>;

/// The finalizer of MurmurHash3.
inline std::uint64_t mixed(std::uint64_t number) {
  number ^= number >> 33;
  number *= 0xff51afd7ed558ccdULL;
  number ^= number >> 33;
  number *= 0xc4ceb9fe1a85ec53ULL;
  return number ^ number >> 33;
}

/// For each number of stones, counts the draws and keeps the `most_in_sample` draws with the lowest
/// hashes, a reproducible sample of the whole tier. O(blocks + draws).
template <int W, class Engine>
DrawCensus<W> census_of(const SolvedTier<W, Engine>& tier, std::size_t most_in_sample) {
  DrawCensus<W> census;
  const int fixed = tier.fixed.occupied().count();
  using Sample = std::multimap<std::uint64_t, std::pair<Colouring, Player>>;
  std::vector<std::pair<DrawsWithStones<W>, Sample>> by_stones(kMaxCells + 1);
  tier.solver.for_each_drawn([&](const Colouring& colouring, Player to_move) {
    const int placed = std::popcount(colouring.stones[0] | colouring.stones[1]);
    auto& [draws, sample] = by_stones[static_cast<std::size_t>(placed)];
    ++draws.draws;
    if (has_side_due(tier.position(colouring, to_move))) ++draws.right_side;
    const std::uint64_t stones = std::uint64_t{colouring.stones[0]} << 32 | colouring.stones[1];
    const std::uint64_t key = mixed(stones ^ std::uint64_t{index_of(to_move)} << 63);
    if (sample.size() == most_in_sample && (sample.empty() || key >= sample.rbegin()->first))
      return;
    if (sample.size() == most_in_sample) sample.erase(std::prev(sample.end()));
    sample.emplace(key, std::pair(colouring, to_move));
  });
  for (std::size_t stones = 0; stones < by_stones.size(); ++stones) {
    auto& [draws, sample] = by_stones[stones];
    if (draws.draws == 0) continue;
    for (const auto& [key, draw] : sample) {
      draws.sample.push_back(tier.position(draw.first, draw.second));
    }
    std::sort(draws.sample.begin(), draws.sample.end());
    census.emplace(fixed + static_cast<int>(stones), std::move(draws));
  }
  return census;
}

}  // namespace onyx
