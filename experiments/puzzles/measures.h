// Measures what a solver meets in a puzzle, beyond its length. The program computes the measures,
// and `verify` proves them again.
//
// A reply *refutes* a wrong first move if with it the opponent wins at most two plies later than
// with the best reply; where the opponent can connect at once, only a connecting reply refutes. In
// `resist` puzzles, a reply refutes if the opponent wins sooner than after the right first move.
//
//   refutations       the least number of replies with which the opponent refutes every wrong first
//                     move. 1: one reply refutes all of them. (That reply is then the first move of
//                     the solution: on any other point, the solver could play there.)
//   his best point    the key (the solution's first move) is on the point of the opponent's reply
//                     that refutes the most wrong moves: a solver finds it by asking where the
//                     opponent wants to play.
//   long refutations  wrong moves whose refutation takes kLongRefutation plies or more; a draw by
//                     repetition counts as one.
//   before the key    wrong moves that catch the eye before the key does (by_first_sight()).
//   looks             arguments against the key at first sight:
//       "gives a stone"  the opponent can capture its stone at once.
//       "quiet"          it neither captures, nor threatens to connect at once, nor stops a threat.
//       "away"           no stone is on a neighbouring place.
//       "backwards"      it does not capture, and the solver still needs as many stones to connect
//                        as before.
#pragma once

#include <optional>
#include <vector>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Orders moves by how soon they catch a person's eye: captures, threats to connect, moves that
/// bring the mover nearer to connecting, and, at half weight, the opponent's gain from a stone
/// there. Stones that cannot be captured at once come before stones that can.
template <int W>
std::vector<Place> by_first_sight(const WideBoard<W>& board, const WidePosition<W>& position,
                                  PlaceSet<W> moves);

inline constexpr int kLongRefutation = 6;

/// The measures of a puzzle whose solution is complete, or nothing if the oracle's limits are too
/// low. Asks one question per pair of wrong move and reply.
template <int W>
std::optional<Measures> measures_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const Puzzle& puzzle);

/// Whether the opponent's reply on the key refutes every wrong move, so that refutations is 1.
/// Faster than measures_of(); false where the oracle cannot tell.
template <int W>
bool does_key_refute_all(const WideBoard<W>& board, Oracle<W>& oracle, const Puzzle& puzzle);

/// The least number of places that meets each of the sets; no set may be empty. If the sets are the
/// replies that refute each wrong move, the result is the measure "refutations".
template <int W>
int least_cover(const std::vector<PlaceSet<W>>& by);

}  // namespace onyx
