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
Reject write_solution(const SmallBoard& board, Oracle& oracle, const Candidate& candidate,
                      Puzzle& puzzle);

/// The same stones.
SmallPosition with_other_to_move(const SmallPosition& position);

/// What happens then, or nothing if the oracle cannot tell, or if nobody wins.
std::optional<OtherSide> other_side_of(const SmallBoard& board, Oracle& oracle,
                                       const SmallPosition& position);

/// The main line as places.
std::vector<Place> main_line_of(const SmallBoard& board, const Puzzle& puzzle);

}  // namespace onyx
