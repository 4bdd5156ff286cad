#include "experiments/claims/repetitions.h"

#include <fmt/core.h>

#include <unordered_map>
#include <utility>

namespace onyx {

std::vector<Repetition> repetitions_in(const Line& line) {
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

std::string describe(const Repetition& repetition) {
  return fmt::format("the position after ply {} returns after ply {}", repetition.from,
                     repetition.to);
}

}  // namespace onyx
