// Who wins with V to move and who with H to move, of all placings of stones on a whole board: the
// question of mutual zugzwang.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "solver/tier_run/tier_run.h"

namespace onyx {

/// Of placings of stones with which nobody is connected, and which no cross makes illegal.
struct BothSidesCounts {
  std::uint64_t mover = 0;  ///< Whoever is to move wins.
  std::uint64_t v = 0;      ///< V does in either case.
  std::uint64_t h = 0;      ///< H does.
  std::uint64_t other = 0;  ///< Whoever is to move loses: mutual zugzwang.
  std::uint64_t drawn = 0;  ///< A draw with one side to move at least.
  std::string zugzwang;     ///< A position of mutual zugzwang, or "".

  BothSidesCounts& operator+=(const BothSidesCounts& that);
};

/// Of the tier and those that it stands for. Asks for two values of each colouring, on all threads:
/// some times slower than solving the tier.
template <int W>
BothSidesCounts counts_of_both_sides(const Board<W>& board, const SolvedTier<W>& tier);

/// Keys mover, V, H, other, drawn, and zugzwang if there is one.
nlohmann::ordered_json as_json_object(const BothSidesCounts& counts);
/// A line for each, and one above.
std::string text_of(const BothSidesCounts& counts);

}  // namespace onyx
