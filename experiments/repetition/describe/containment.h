// Containment of repeating positions: one contains another if the same side is to move and each
// stone of the smaller position, or of a position symmetric to it, is also on the larger.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace onyx {

/// The positions of a cycle, as text.
using CyclePositions = std::vector<std::string>;

/// For each cycle, the other cycles it contains: some position of it contains one of theirs. All
/// must be of one board size. In increasing order. O(pairs of positions).
std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles);

/// The cycles that contain no other: no stones can be removed from any of their positions so that
/// the rest lies on another cycle.
std::vector<bool> least_cycles(const std::vector<std::vector<std::size_t>>& contained);

}  // namespace onyx
