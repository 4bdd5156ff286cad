// The shape of a solution: what two puzzles share if their main lines are the same moves.
//
// Two puzzles have the same solution pattern if their boards are equally large and their main
// lines, with the captures of each move, are equal up to a shift, the eight reflections and
// rotations of the square grid, and an exchange of the players. These include all symmetries of the
// tiling and more, so the test is stricter than necessary: it never keeps two puzzles that differ
// only in their place on the board. Only puzzles with the same aim are compared.
#pragma once

#include <string>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Equal for main lines of the same pattern, and only for these: the coordinates of the moves, and
/// how many pairs each captures.
template <int W>
std::string shape_of(const WideBoard<W>& board, const Puzzle& puzzle);

/// Equal for main lines of the same stones with the same captures, whatever the order of moves and
/// the board.
template <int W>
std::string combination_of(const WideBoard<W>& board, const Puzzle& puzzle);

/// Everything that can happen from the position on, up to the names of places and players: the name
/// of its pattern (solver/repetition/pattern.h), or "" if its arena is too large.
template <int W>
std::string arena_pattern(const WideBoard<W>& board, const WidePosition<W>& position);

/// For a draw study: the pattern of the positions on its cycle. It distinguishes more than the look
/// of the cycle does.
template <int W>
std::string pattern_of_cycle(const WideBoard<W>& board, const Puzzle& puzzle);

}  // namespace onyx
