// A player that sees k plies ahead, never overlooks anything within them (solver/sight/sight.h),
// and otherwise uses a simple sense of distance.
//
// The candidates are
//   - if the player can force a connection within k plies: the moves that connect soonest;
//   - if the opponent can force one within k - 1 plies after any move: the moves that look best to
//     a player with less sight, which hold out longest as far as that player sees;
//   - otherwise: all k-sighted moves.
// Among the candidates the player takes a move after which its own distance is short and the
// opponent's long, and prefers the middle where distances hardly differ. Some noise makes games
// differ. Noise comes from the caller's random numbers: the same position, style and random numbers
// give the same move, whatever was asked before.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "solver/sight/sight.h"

namespace onyx {

/// The player's distance from connecting, in hundredths of a stone: the stones that the shortest
/// ways from edge to edge still need, and a part of one more stone, which is larger the fewer such
/// ways there are. The opponent's stones block ways. Captures are considered only if all ways are
/// blocked, and cost three more stones. 0 for a player who is connected.
template <int W>
int sense_of_distance(const WideBoard<W>& board, const WidePosition<W>& position, Player player);

struct PlayStyle {
  int sight = 3;    ///< Odd, from 1 to Sight<W>::kMost.
  int noise = 100;  ///< Moves that differ by less, in hundredths of a stone, may count as equal.
};

/// Not thread-safe.
template <int W>
class SightedPlayer {
 public:
  /// `board` must outlive this. The table has 2^table_bits entries (bounded_search.h).
  explicit SightedPlayer(const WideBoard<W>& board, unsigned table_bits = 16)
      : board_(board), sight_(board, table_bits) {}

  /// For setting the limits and the deadline.
  BoundedSearch<W>& search() { return sight_.search(); }

  /// Chooses a move in a legal, unfinished position. Returns nothing if a limit was met; then
  /// `random` is unchanged.
  std::optional<Place> choose(const WidePosition<W>& position, const PlayStyle& style,
                              Random& random);

  /// The candidates for choose(); nothing if a limit was met.
  std::optional<PlaceSet<W>> moves_in_question(const WidePosition<W>& position, int sight);

 private:
  const WideBoard<W>& board_;
  Sight<W> sight_;
};

}  // namespace onyx
