// A player that overlooks nothing within k plies (solver/sight/sight.h) and senses distance beyond.
//
// The candidates are
//   - if the player can force a connection within k plies: the moves that connect soonest;
//   - if the opponent can force one within k - 1 plies after any move: the moves that look best
//     with less sight, which hold out longest as far as that sees;
//   - otherwise: all k-sighted moves.
// The player takes a candidate after which its own distance is short and the opponent's long; if
// distances hardly differ, it prefers the middle. Noise from the caller's random numbers makes
// games differ; earlier calls never change a move.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "solver/sight/sight.h"

namespace onyx {

/// The player's distance from connecting, in hundredths of a stone: the stones that the shortest
/// ways from edge to edge need, plus a part of a stone, larger the fewer such ways there are.
/// Captures count only if all ways are blocked, and cost three more stones. 0 if connected.
template <int W>
int sense_of_distance(const WideBoard<W>& board, const WidePosition<W>& position, Player player);

struct PlayStyle {
  int sight = 3;    ///< Odd, from 1 to Sight<W>::kMost.
  int noise = 100;  ///< In hundredths of a stone: moves that differ by less may count as equal.
};

/// Not thread-safe.
template <int W>
class SightedPlayer {
 public:
  /// The table has 2^table_bits entries (bounded_search.h).
  explicit SightedPlayer(const WideBoard<W>& board, unsigned table_bits = 16)
      : board_(board), sight_(board, table_bits) {}

  BoundedSearch<W>& search() { return sight_.search(); }

  /// A move in a legal, unfinished position. At a limit nothing, and `random` is unchanged.
  std::optional<Place> choose(const WidePosition<W>& position, const PlayStyle& style,
                              Random& random);

  /// The candidates; nothing if a limit was met.
  std::optional<PlaceSet<W>> moves_in_question(const WidePosition<W>& position, int sight);

 private:
  const WideBoard<W>& board_;
  Sight<W> sight_;
};

}  // namespace onyx
