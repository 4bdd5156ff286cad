// Makes a puzzle's solution from a position and an engine, or finds why the position is not
// a puzzle.
#pragma once

#include <optional>
#include <vector>

#include "experiments/puzzles/candidate.h"

namespace onyx {

inline constexpr int kLeastChoices = 3;
inline constexpr int kLeastTempting = 2;
inline constexpr int kMostSteps = 150;

/// Writes solution, main_line, cycle_begin, is_pure, wrong, plies, stones and position.
/// The candidate must be one by the values of the same oracle. Returns the reason for
/// rejection if the engine cannot tell a value, or if the puzzle is not good:
/// Reject::forced_key to Reject::many_defences.
template <int W>
Reject write_solution(const WideBoard<W>& board, Oracle<W>& oracle, const Candidate<W>& candidate,
                      Puzzle& puzzle);

/// Puzzle::not_sole_at, or nothing if the oracle cannot tell. The puzzle's aim must be a win.
template <int W>
std::optional<std::vector<std::uint64_t>> not_sole_at(const WideBoard<W>& board, Oracle<W>& oracle,
                                                      const Puzzle& puzzle);

/// The win of the side to move; nothing if it has none, or if the oracle cannot tell.
template <int W>
std::optional<MissedWin> missed_win(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const WidePosition<W>& position);

/// The main line as places.
template <int W>
std::vector<Place> main_line_of(const WideBoard<W>& board, const Puzzle& puzzle);

}  // namespace onyx
