// Which repeating positions lie inside others: with the same side to move, and each stone of the
// smaller one, or of a position symmetric to it, on the larger.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace onyx {

/// The positions of a cycle, as text.
using CyclePositions = std::vector<std::string>;

/// Of each cycle, those others of which it contains one: some position of it contains one of
/// theirs. All must be of boards of one size. In increasing order. O(pairs of positions).
std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles);

/// Those that contain no other: no stones of any of their positions can go such that what is left
/// lies on another of the cycles.
std::vector<bool> least_cycles(const std::vector<std::vector<std::size_t>>& contained);

}  // namespace onyx
