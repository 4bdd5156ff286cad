// Recognizes puzzles whose main lines are essentially the same.
//
// Two puzzles with the same aim and board size have the same solution pattern if their main lines,
// with captures, are equal up to a shift, the eight symmetries of the square grid, and an exchange
// of the players. Not all of these are symmetries of the game.
#pragma once

#include <string>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Returns text that is equal exactly for puzzles with the same solution pattern.
std::string shape_of(const Puzzle& puzzle);

/// Like shape_of(), but ignores the order of the moves and the board size.
std::string combination_of(const Puzzle& puzzle);

/// Returns the name of the position's Pattern (solver/repetition/pattern.h); "" if the arena, the
/// set of places that can still change, is too large.
std::string arena_pattern(const std::string& position);

/// Returns arena_pattern() of the first position on a draw study's cycle.
std::string pattern_of_cycle(const Puzzle& puzzle);

}  // namespace onyx
