// Measures of what makes a puzzle hard, apart from its length. `onyx puzzles --verify` computes
// them again. The key is the solution's first move.
//
// A reply *refutes* a wrong first move if the opponent then wins at most two plies later than with
// the best reply. If the opponent can connect at once, only connecting refutes. In `resist`
// puzzles, the opponent must win sooner than after the key. If the wrong move draws, each reply
// that keeps the draw refutes.
//
//   refutations       least number of replies with which the opponent refutes every wrong first
//                     move. A single refuting reply is on the key's place, because
//                     elsewhere it could not answer a move to its own place.
//   his best point    whether the opponent's reply on the key refutes the most wrong moves. Then a
//                     solver finds the key by asking where the opponent wants to play.
//   long refutations  number of wrong moves that draw, or lose in kLongRefutation plies or more
//   before the key    number of wrong moves that catch the eye before the key (by_first_sight())
//   looks             arguments against the key at first sight:
//       "gives a stone"  the opponent can capture the key's stone at once
//       "quiet"          the key neither captures, nor threatens to connect, nor stops a threat
//       "away"           no place next to the key has a stone
//       "backwards"      the key captures nothing, and the solver needs no fewer stones to connect
#pragma once

#include <optional>
#include <vector>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Orders moves by how soon they catch a person's eye. Captures, threats to connect, and progress
/// towards a connection count, and at half weight what the opponent would gain at the same place. A
/// move whose stone can be captured at once ranks lower.
template <int W>
std::vector<Place> by_first_sight(const WideBoard<W>& board, const WidePosition<W>& position,
                                  PlaceSet<W> moves);

inline constexpr int kLongRefutation = 6;  ///< In plies.

/// Returns nothing if the oracle's limits are too low. The puzzle's solution must be complete.
template <int W>
std::optional<Measures> measures_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const Puzzle& puzzle);

/// Whether the opponent's reply on the key refutes every wrong move; false if the oracle cannot
/// tell. Faster than measures_of().
template <int W>
bool does_key_refute_all(const WideBoard<W>& board, Oracle<W>& oracle, const Puzzle& puzzle);

/// Returns the size of a smallest set of places that intersects each set in `by`.
template <int W>
int least_cover(const std::vector<PlaceSet<W>>& by);

}  // namespace onyx
