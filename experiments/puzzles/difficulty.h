// How hard a puzzle is, from 1 (a first exercise) to 5: a sum of points, so that it can be argued
// with.
//
// Each feature below is a small number, told from the solution and from what a solver meets
// (measures.h), and gives so many points for each one of it as kFeatures says. The points are not a
// matter of taste: but for the first two they are the least-squares fit, rounded, to what a
// human-like solver needs, in half doublings of the positions that it looks at.
// `results/puzzles/critic.py --fit` makes the fit again; kFeatures and kCuts are that of the first
// puzzles there. (Nodes of the program's own search, sacrifices and whether it is a draw study
// add nothing to these.)
//
//   refutations     every reply beyond the first that the opponent needs to refute all wrong moves,
//                   three at most. Set, at a point: people look for the one reply to everything.
//   not his point   the key is not where the opponent would play, too. Set as well.
//   length          every two plies of the demand beyond three, four times at most; of a draw study
//                   every four plies of the main line, four times at most.
//   sight           2 or more, 4 or more, 8 or more wrong moves catch the eye before the key.
//   quiet, away     the key looks so.
//   temptation      3 or more, 6 or more, 10 or more tempting wrong moves (candidate.h).
//   long            1 or more, 4 or more, 10 or more wrong moves fail only after a long refutation.
//
// 1 star for fewer points than the first of kCuts, and so on; 5 for the last of them or more.
#pragma once

#include <array>
#include <string>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct Feature {
  const char* name;
  const char* words;  ///< What is counted, for the book.
  bool is_set;        ///< The points are not fitted.
  int points;         ///< For each one of it.
};

inline constexpr std::array kFeatures{
    Feature{"refutations", "each further reply that the wrong moves need, at most 3", true, 1},
    Feature{"not his point", "a first move that is not where the opponent would play, too", true,
            1},
    Feature{"length", "each two plies beyond three, at most 4 times (of a draw study, each four)",
            false, 3},
    Feature{"sight", "at least 2, 4, 8 wrong moves that catch the eye before it", false, 2},
    Feature{"quiet", "a quiet first move", false, 1},
    Feature{"away", "a first move next to no stone", false, 2},
    Feature{"temptation", "at least 3, 6, 10 tempting wrong moves", false, 1},
    Feature{"long", "at least 1, 4, 10 wrong moves that fail only after 6 plies or more", false, 1},
};
using Features = std::array<int, kFeatures.size()>;

/// Points from which on a puzzle has two stars, three, four, five.
inline constexpr std::array kCuts{4, 8, 14, 18};

/// The rule as sentences, for the book.
std::string difficulty_rule();

/// Of a puzzle that has measures.
Features features_of(const Puzzle& puzzle);
int points_of(const Features& features);

/// Of a puzzle that is complete, measures and all, but for its difficulty.
int difficulty_of(const Puzzle& puzzle);

}  // namespace onyx
