// What a solver meets in a puzzle, beyond its length: told by the program, and proved again by
// `verify`.
//
// A reply *refutes* a wrong first move if the opponent wins by it no more than two plies later than
// by his best one; where he can connect at once, if it does so. Where the solver is to hold out
// longest, it refutes if the opponent wins by it sooner than after the solution's first move.
//
//   refutations       the least number of replies with which the opponent refutes every wrong first
//                     move. 1: the same reply does for all of them. (It then stands on the first
//                     move of the solution: on any other point, the solver could stand there.)
//   his best point    the key, the first move of the solution, stands where the opponent's reply
//                     that refutes most wrong moves would: who plays where the opponent wants to
//                     play has solved the puzzle.
//   long refutations  wrong moves whose refutation takes kLongRefutation plies or more; a draw by
//                     repetition counts as one.
//   before the key    wrong moves that catch the eye before the key does (first_sight.h).
//   looks             what speaks against the key at first sight, by the names
//       "gives a stone"  the opponent can capture its stone at once.
//       "quiet"          it neither captures, nor threatens to connect at once, nor stops a threat.
//       "away"           no stone is on a neighbouring place.
//       "backwards"      it does not capture, and the solver still needs as many stones to connect
//                        as before.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

inline constexpr int kLongRefutation = 6;

/// Of a puzzle whose solution is complete. Nothing if the oracle's limits do not allow to tell. One
/// question for every wrong move and reply.
template <int W>
std::optional<Measures> measures_of(const Board<W>& board, Oracle<W>& oracle, const Puzzle& puzzle);

/// Whether the opponent's reply on the key refutes every wrong move, so that refutations is 1.
/// Sooner told than the measures; false where the oracle cannot tell.
template <int W>
bool does_key_refute_all(const Board<W>& board, Oracle<W>& oracle, const Puzzle& puzzle);

/// How many places it takes, at least, to have one in each of the sets, none of which is empty: if
/// they are the replies that refute each wrong move, how many replies refute all.
template <int W>
int least_cover(const std::vector<PlaceSet<W>>& by);

}  // namespace onyx
