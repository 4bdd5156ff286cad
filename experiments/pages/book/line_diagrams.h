// A line of moves as diagrams, each of which shows some of the moves as numbered stones.
//
// A point can be taken again after a capture, and a diagram has room for one number there. So a new
// diagram begins where that happens, and after a capture that ends a long stretch: at the turning
// points. If only a move or two would be left for the new diagram, they are named beneath the old
// one instead, "9 at 3", as books on chess and go do. No move is left out: each one is a number
// on a diagram or is named beneath it.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"
#include "experiments/svg/printed_diagram.h"

namespace onyx {

struct LineDiagram {
  PrintedDiagram picture;
  std::size_t first = 0;           ///< Its first move, and
  std::size_t last = 0;            ///< its last, counted from 1 along the line.
  std::vector<std::string> notes;  ///< "9 at 3", "8 at C2".
};

/// Of legal moves, in order: together they hold every move of the line once.
std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line);

}  // namespace onyx
