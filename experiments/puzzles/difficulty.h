// How hard a puzzle is, from 1 (a first exercise) to 5: a sum of points, so that it can be argued
// with.
//
//   length      a point for every two plies of the demand beyond three, four at most. Of a draw
//               study: a point for every four plies of the main line, four at most.
//   temptation  tempting wrong first moves (candidate.h): a point for 3 or more, two for 6 or more,
//               three for 10 or more.
//   refutation  the longest refutation of a tempting first move: a point for 6 plies or more, two
//               for 10 or more. A refutation by a draw counts as one of 10.
//   key         a point for a first move that is quiet (themes.h).
//   effort      nodes that the bounded search visits to solve the position from nothing, or states
//               that the explorer finds from that of a draw study: a point for 1,000 or more, two
//               for 10,000 or more, three for 100,000 or more.
//   purity      a point less for a puzzle with a dual on its main line.
//
// 1: up to 1 point; 2: 2 or 3; 3: 4 or 5; 4: 6 or 7; 5: 8 and more.
#pragma once

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// The rule above as sentences, for the book.
extern const char* const kDifficultyRule;

/// Of a puzzle that is complete but for its difficulty.
int difficulty_of(const SmallBoard& board, const Puzzle& puzzle);

}  // namespace onyx
