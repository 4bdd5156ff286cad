// Recognizes puzzles whose main lines are essentially the same.
//
// Two puzzles with the same aim and board size have the same solution pattern if their main lines,
// with captures, are equal up to a shift, the eight symmetries of the square grid, and an exchange
// of the players. These include all symmetries of the tiling and more.
#pragma once

#include <string>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Equal exactly for main lines of the same pattern: the coordinates and captures of the moves.
std::string shape_of(const Puzzle& puzzle);

/// Equal for main lines of the same stones and captures in any order, on any board.
std::string combination_of(const Puzzle& puzzle);

/// The name of the position's pattern (solver/repetition/pattern.h): everything that can happen
/// from there, up to renaming places and players. "" if the arena is too large.
std::string arena_pattern(const std::string& position);

/// For a draw study: the pattern of the positions on its cycle.
std::string pattern_of_cycle(const Puzzle& puzzle);

}  // namespace onyx
