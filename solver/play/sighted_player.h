// A player that overlooks nothing within k plies (solver/sight/sight.h) and compares distances.
//
// The player picks a candidate after which its own distance is short and the opponent's is long. If
// distances hardly differ, it prefers the middle. Noise from the caller's random numbers makes
// games differ. Earlier calls do not influence a choice.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "solver/sight/sight.h"

namespace onyx {

/// Returns the player's distance from connecting, in hundredths of a stone; 0 if connected. It is
/// the number of stones that the shortest paths need, plus a fraction that is larger if these paths
/// have fewer places. If all paths are blocked, four stones replace the fraction.
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

  /// Returns a move in a legal, unfinished position. At a limit, returns nothing, `random` unused.
  std::optional<Place> choose(const WidePosition<W>& position, const PlayStyle& style,
                              Random& random);

  /// Returns the candidates for choose(), or nothing if the search met a limit.
  std::optional<PlaceSet<W>> moves_in_question(const WidePosition<W>& position, int sight);

 private:
  const WideBoard<W>& board_;
  Sight<W> sight_;
};

}  // namespace onyx
