// Hints in three stages, printed in a chapter of their own: the idea, what the first move does and
// in which part of the board, and two moves of which it is one, in the same part if there are such
// moves. No stage repeats an earlier one.
// For PuzzleKind::who no stage says who wins.
//
// The hints of a book have their own numbers, which are printed next to the puzzles. Hints with
// neighbouring numbers belong to puzzles far apart. So a reader of one hint does not see a hint for
// the next puzzle.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

inline constexpr std::size_t kHintStages = 3;
using Hints = std::array<std::string, kHintStages>;

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle);

/// The hint numbers by puzzle, for a book of `puzzles` puzzles: from 1 to 3 * puzzles.
std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles);

}  // namespace onyx
