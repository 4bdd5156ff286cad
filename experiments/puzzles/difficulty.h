// Rates how hard a puzzle is, from 1 (a first exercise) to 5, by a sum of points.
//
// Each feature is a small number, computed from the solution and its measures (measures.h);
// kFeatures gives its points per unit. All but the first two are a rounded least-squares fit to the
// work of a human-like solver, in half doublings of the positions it examines.
// `results/puzzles/critic.py --fit` repeats the fit on the first puzzles in that folder.
//
//   refutations     replies beyond the first needed to refute all wrong moves, at most three
//   not his point   the opponent would not play on the key; 1 point, set by hand like "refutations"
//   length          each two plies beyond three, at most four times; in a draw study each four
//                   plies of the main line, at most four times
//   sight           2, 4, 8 or more wrong moves catch the eye before the key
//   quiet, away     the key has this look (measures.h)
//   temptation      3, 6, 10 or more wrong moves are tempting (solution.h)
//   long            1, 4, 10 or more wrong moves fail only after a long refutation
//
// A puzzle has one star, plus one for each of kCuts that its points reach. Two caps, set by hand:
//
//   - Puzzles of at most kFewPlies, three moves of the solver, have at most 4 stars.
//   - Puzzles of at most kOneReplyPlies, four moves, in which one reply refutes every wrong move,
//     have at most kOneReplyStars: a person finds the key by asking where the opponent would play.
#pragma once

#include <array>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct Feature {
  const char* name;
  bool is_set;  ///< Set by hand, not fitted.
  int points;
};

inline constexpr std::array kFeatures{
    Feature{"refutations", true, 1}, Feature{"not his point", true, 1}, Feature{"length", false, 3},
    Feature{"sight", false, 2},      Feature{"quiet", false, 1},        Feature{"away", false, 2},
    Feature{"temptation", false, 1}, Feature{"long", false, 1},
};

/// Least points for 2, 3, 4 and 5 stars.
inline constexpr std::array kCuts{4, 8, 14, 18};
inline constexpr int kFewPlies = 6;
inline constexpr int kOneReplyPlies = 8;
inline constexpr int kOneReplyStars = 2;

/// Requires a puzzle complete with its measures.
int difficulty_of(const Puzzle& puzzle);

}  // namespace onyx
