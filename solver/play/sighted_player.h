// A player that overlooks nothing within k plies (solver/sight/sight.h) and compares distances.
//
// The candidates are
//   - if the player can force a connection within k plies: the moves that connect soonest;
//   - otherwise, if the opponent can force one within k - 1 plies whatever the player does: the
//     moves that are best with less sight;
//   - otherwise: all k-sighted moves.
// The player picks a candidate after which its own distance is short and the opponent's long. If
// distances hardly differ, it prefers the middle. Noise from the caller's random numbers makes
// games differ. Earlier calls do not influence a choice.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "solver/sight/sight.h"

namespace onyx {

/// The player's distance from connecting, in hundredths of a stone; 0 if connected. It counts the
/// stones that the shortest paths from edge to edge need, plus a fraction that is larger if these
/// paths have fewer places. If all paths are blocked, one capture counts as three more stones.
template <int W>
int sense_of_distance(const WideBoard<W>& board, const WidePosition<W>& position, Player player);

struct PlayStyle {
  int sight = 3;    ///< Odd, from 1 to Sight<W>::kMost.
  int noise = 100;  ///< In hundredths of a stone: moves that differ by less may swap ranks.
};

/// Not thread-safe.
template <int W>
class SightedPlayer {
 public:
  /// The table has 2^table_bits entries (bounded_search.h).
  explicit SightedPlayer(const WideBoard<W>& board, unsigned table_bits = 16)
      : board_(board), sight_(board, table_bits) {}

  BoundedSearch<W>& search() { return sight_.search(); }

  /// A move in a legal, unfinished position. Returns nothing, without using `random`, at a limit.
  std::optional<Place> choose(const WidePosition<W>& position, const PlayStyle& style,
                              Random& random);

  /// The candidates; nothing if a limit was met.
  std::optional<PlaceSet<W>> moves_in_question(const WidePosition<W>& position, int sight);

 private:
  const WideBoard<W>& board_;
  Sight<W> sight_;
};

}  // namespace onyx
