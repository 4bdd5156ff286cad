// The shape of a solution: what two puzzles share if their main lines are the same moves.
//
// Two puzzles with the same aim have the same solution pattern if their boards are equally large
// and their main lines, with the captures of each move, are equal up to a shift, the eight
// symmetries of the square grid, and an exchange of the players. These include all symmetries of
// the tiling and more, so the test never keeps two puzzles that differ only in their place.
#pragma once

#include <string>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Equal for main lines of the same pattern, and only for these: the coordinates of the moves, and
/// how many pairs each captures.
std::string shape_of(const Puzzle& puzzle);

/// Equal for main lines of the same stones with the same captures, whatever the order of moves and
/// the board.
std::string combination_of(const Puzzle& puzzle);

/// The name of the position's pattern (solver/repetition/pattern.h): of everything that can happen
/// from there on, up to renaming places and players. "" if the arena is too large.
std::string arena_pattern(const std::string& position);

/// For a draw study: the pattern of the positions on its cycle. It distinguishes more than the look
/// of the cycle does.
std::string pattern_of_cycle(const Puzzle& puzzle);

}  // namespace onyx
