// Hints in stages, in a place of their own: what to look for, what kind of move the first one is,
// and three moves one of which it is.
//
// The hints of a book have numbers of their own, which stand with the puzzles. Those that stand
// together in the list belong to puzzles far apart, so who looks one up reads nothing about a
// puzzle that he is about to solve.
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

/// Of a book of so many puzzles: by puzzle, the numbers of its hints, from 1 to 3 * puzzles.
std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles);

}  // namespace onyx
