// The lines of a puzzle's solution tree other than the main line, in words.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Returns the variations of the solution tree, such as "2 D3 or D4: 3 B4* 4 C2 5 A1". Each begins
/// with the reply where it branches off. Replies with the same continuation share a variation.
/// Branches of the main line come first; roughly by move number, then longest first.
std::vector<std::string> variations_of(const Puzzle& puzzle);

}  // namespace onyx
