// Measures what a solver meets in a puzzle, beyond its length; `verify` computes them again.
//
// A reply *refutes* a wrong first move if the opponent then wins at most two plies later than with
// the best reply; where the opponent can connect at once, only by connecting. In `resist` puzzles:
// if the opponent wins sooner than after the key (the solution's first move).
//
//   refutations       least number of replies with which the opponent refutes every wrong first
//                     move. If 1, that reply is on the key: elsewhere, the solver could play there.
//   his best point    the opponent's reply on the key refutes the most wrong moves: a solver finds
//                     the key by asking where the opponent wants to play
//   long refutations  wrong moves refuted in kLongRefutation plies or more, or drawn by repetition
//   before the key    wrong moves that catch the eye before the key does (by_first_sight())
//   looks             arguments against the key at first sight:
//       "gives a stone"  the opponent can capture its stone at once
//       "quiet"          it neither captures, nor threatens to connect, nor stops such a threat
//       "away"           no stone is on a neighbouring place
//       "backwards"      no capture, and the solver still needs as many stones to connect
#pragma once

#include <optional>
#include <vector>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Orders moves by how soon they catch a person's eye: captures, threats to connect, fewer stones
/// needed to connect, and, at half weight, the opponent's gain from the same place. Stones that can
/// be captured at once come last.
template <int W>
std::vector<Place> by_first_sight(const WideBoard<W>& board, const WidePosition<W>& position,
                                  PlaceSet<W> moves);

inline constexpr int kLongRefutation = 6;

/// Requires a complete solution. Nothing if the oracle's limits are too low.
template <int W>
std::optional<Measures> measures_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const Puzzle& puzzle);

/// Whether the opponent's reply on the key refutes every wrong move. Faster than measures_of();
/// false if the oracle cannot tell.
template <int W>
bool does_key_refute_all(const WideBoard<W>& board, Oracle<W>& oracle, const Puzzle& puzzle);

/// The least number of places that together meet every set; no set may be empty.
template <int W>
int least_cover(const std::vector<PlaceSet<W>>& by);

}  // namespace onyx
