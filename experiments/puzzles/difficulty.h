// Rates how hard a puzzle is, from 1 (a first exercise) to 5, by a sum of points.
//
// Each feature is a small number, computed from the solution and its measures (measures.h);
// kFeatures gives its points per unit. The points of the first two features are set by hand. The
// others are a rounded least-squares fit to the number of positions that a human-like solver
// examines: two points mean twice the positions. `results/puzzles/critic.py --fit` repeats the fit.
//
//   refutations     number of replies beyond the first needed to refute all wrong moves, at most 3
//   not his point   1 unless the opponent's reply on the key refutes the most wrong moves
//   length          half of the plies beyond three, at most 4; in a draw study, a quarter of the
//                   plies of the main line, at most 4
//   sight           1, 2 or 3 if at least 2, 4 or 8 wrong moves catch the eye before the key
//   quiet, away     1 if the key has this look (measures.h)
//   temptation      1, 2 or 3 if at least 3, 6 or 10 wrong moves are tempting (solution.cpp)
//   long            1, 2 or 3 if at least 1, 4 or 10 wrong moves have a long refutation
//
// A puzzle has one star, plus one for each entry of kCuts that its points reach. A puzzle of at
// most kFewPlies plies (three moves of the solver) has at most 4 stars. A puzzle of at most
// kOneReplyPlies plies (four moves of the solver) in which one reply refutes every wrong move has
// at most kOneReplyStars stars, because a person finds the key by asking where the opponent would
// play. These two limits are set by hand.
#pragma once

#include <array>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct Feature {
  const char* name;
  bool is_set;  ///< Whether `points` is set by hand, not fitted.
  int points;
};

inline constexpr std::array kFeatures{
    Feature{"refutations", true, 1}, Feature{"not his point", true, 1}, Feature{"length", false, 3},
    Feature{"sight", false, 2},      Feature{"quiet", false, 1},        Feature{"away", false, 2},
    Feature{"temptation", false, 1}, Feature{"long", false, 1},
};

/// Minimum points for 2, 3, 4 and 5 stars.
inline constexpr std::array kCuts{4, 8, 14, 18};
inline constexpr int kFewPlies = 6;
inline constexpr int kOneReplyPlies = 8;
inline constexpr int kOneReplyStars = 2;

/// Returns the difficulty, from 1 to 5. Requires a complete puzzle with measures.
int difficulty_of(const Puzzle& puzzle);

}  // namespace onyx
