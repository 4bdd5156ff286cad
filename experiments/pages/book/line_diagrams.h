// Draws a line of moves as diagrams, each of which shows some of the moves as numbered stones.
//
// A point can be taken again after a capture, but a diagram has room for only one number there. So
// a new diagram begins where that happens, and at turning points: after a capture that ends a long
// stretch. If only a move or two would be left for a new diagram, they are named beneath the old
// one instead, "9 at 3", as in books on chess and go. Every move is either a number on a diagram or
// named beneath it.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"
#include "experiments/svg/printed_diagram.h"

namespace onyx {

struct LineDiagram {
  PrintedDiagram picture;
  std::size_t first = 0;           ///< The diagram's first move, counted from 1 along the line.
  std::size_t last = 0;            ///< The diagram's last move.
  std::vector<std::string> notes;  ///< "9 at 3", "8 at C2".
};

/// The moves must be legal, in order. Each move of the line is in exactly one diagram.
std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line);

}  // namespace onyx
