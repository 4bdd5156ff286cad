// Finds where a game repeats an earlier position.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/line.h"

namespace onyx {

/// The position after ply `from` recurs for the first time after ply `to`; play repeats this cycle
/// up to ply `until` >= `to`. Plies are counted from 1; ply 0 is the start.
struct Repetition {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t until = 0;
};

/// Returns all repetitions, sorted by `to`. Following one cycle several times counts as one
/// repetition. O(plies) expected.
inline std::vector<Repetition> repetitions_in(const Line& line) {
  std::vector<Repetition> found;
  std::unordered_map<Position, std::size_t> last_ply_of;
  for (std::size_t ply = 0; ply < line.positions.size(); ++ply) {
    const auto [entry, is_new] = last_ply_of.try_emplace(line.positions[ply], ply);
    if (is_new) continue;
    const std::size_t from = std::exchange(entry->second, ply);
    const bool goes_on = !found.empty() && found.back().until + 1 == ply &&
                         ply - from == found.back().to - found.back().from;
    if (goes_on) {
      found.back().until = ply;
    } else {
      found.push_back({from, ply, ply});
    }
  }
  return found;
}

inline std::string describe(const Repetition& repetition) {
  return "the position after ply " + std::to_string(repetition.from) + " returns after ply " +
         std::to_string(repetition.to);
}

}  // namespace onyx
