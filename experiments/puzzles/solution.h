// From a position and an engine to a puzzle's solution, or to the reason why it is no puzzle.
#pragma once

#include <optional>
#include <vector>

#include "experiments/puzzles/candidate.h"

namespace onyx {

inline constexpr int kLeastChoices = 3;
inline constexpr int kLeastTempting = 2;
inline constexpr int kMostSteps = 150;

/// Writes solution, main_line, cycle_begin, is_pure, wrong, plies, stones and position. The
/// candidate must be one by the same oracle's values. Returns why not, if the engine cannot tell
/// what it needs to, or if it is no good puzzle: forced_key to many_defences above.
template <int W>
Reject write_solution(const Board<W>& board, Oracle<W>& oracle, const Candidate<W>& candidate,
                      Puzzle& puzzle);

/// The main line as places.
template <int W>
std::vector<Place> main_line_of(const Board<W>& board, const Puzzle& puzzle);

}  // namespace onyx
