// The shape of a solution: what two puzzles have in common if their main lines are the same moves.
//
// Two puzzles are of one solution pattern if their boards are equally large and their main lines,
// with what each move captures, look the same after a shift and any of the eight reflections and
// turns of the square grid, players exchanged or not. That takes in what is a symmetry of the
// tiling and more, so the test is stricter than it would have to be: it never keeps two puzzles
// that differ in where they lie on the board alone. Only puzzles with the same aim are compared.
#pragma once

#include <string>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Equal for exactly the main lines of one pattern: coordinates of moves and number of pairs that
/// they capture.
template <int W>
std::string shape_of(const Board<W>& board, const Puzzle& puzzle);

/// Equal for main lines that consist of the same stones with the same captures, in whatever order
/// they are placed, on whatever board.
template <int W>
std::string combination_of(const Board<W>& board, const Puzzle& puzzle);

/// What can ever happen from the position on, up to the names of places and players: the name of
/// its pattern (solver/repetition/pattern.h), or "" if its arena is too large.
template <int W>
std::string arena_pattern(const Board<W>& board, const Position<W>& position);

/// Of a draw study: the pattern of the positions on its cycle, which is finer than how the cycle
/// looks.
template <int W>
std::string pattern_of_cycle(const Board<W>& board, const Puzzle& puzzle);

}  // namespace onyx
