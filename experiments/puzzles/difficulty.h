// Rates how hard a puzzle is, from 1 (a first exercise) to 5, by a sum of points.
//
// Each feature below is a small number, computed from the solution and from what a solver meets
// (measures.h); each unit of it gives the points in kFeatures. Apart from the first two features,
// the points are a least-squares fit, rounded, to the work of a human-like solver, measured in half
// doublings of the positions that it examines. `results/puzzles/critic.py --fit` repeats the fit to
// the first puzzles in that folder.
//
//   refutations     each reply beyond the first that the opponent needs to refute all wrong moves,
//                   at most three. Set by hand to one point: people look for one reply to
//                   everything.
//   not his point   the key is not where the opponent would play, too. Set by hand as well.
//   length          each two plies of the demand beyond three, at most four times; in a draw study
//                   each four plies of the main line, at most four times.
//   sight           2 or more, 4 or more, 8 or more wrong moves catch the eye before the key.
//   quiet, away     the key has this look (measures.h).
//   temptation      3 or more, 6 or more, 10 or more wrong moves are tempting (solution.h).
//   long            1 or more, 4 or more, 10 or more wrong moves fail only after a long refutation.
//
// Fewer points than the first of kCuts give 1 star, and so on; the last of them or more give 5. Two
// caps are set by hand:
//
//   - A puzzle of at most kFewPlies, three moves of the solver, has at most 4 stars.
//   - A puzzle of at most kOneReplyPlies, four moves, has at most kOneReplyStars if one reply
//     refutes every wrong move. The key is then on the point of that reply: a person who asks where
//     the opponent would play has found it. The human-like solver does not ask.
#pragma once

#include <array>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct Feature {
  const char* name;
  bool is_set;  ///< Whether the points were set by hand, not fitted.
  int points;   ///< Per unit of the feature.
};

inline constexpr std::array kFeatures{
    Feature{"refutations", true, 1}, Feature{"not his point", true, 1}, Feature{"length", false, 3},
    Feature{"sight", false, 2},      Feature{"quiet", false, 1},        Feature{"away", false, 2},
    Feature{"temptation", false, 1}, Feature{"long", false, 1},
};

/// Least points for two, three, four and five stars.
inline constexpr std::array kCuts{4, 8, 14, 18};
inline constexpr int kFewPlies = 6;
inline constexpr int kOneReplyPlies = 8;
inline constexpr int kOneReplyStars = 2;

/// Requires a puzzle that is complete, measures included, except for its difficulty.
int difficulty_of(const Puzzle& puzzle);

}  // namespace onyx
