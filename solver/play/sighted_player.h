// A player who sees k plies ahead, never overlooks anything within them (solver/sight/sight.h), and
// otherwise goes by a simple sense of distance.
//
// Of the moves that are k-sighted it takes
//   - if it can force a connection within k plies, those that connect soonest;
//   - if the opponent can force one within k - 1 plies whatever it does, those that look best to a
//     player of less sight: that hold out longest, as far as that is seen;
//   - else all.
// Among these it takes the move after which its own distance is short and the opponent's long;
// where that hardly differs, rather one in the middle. Some noise makes games differ, and comes
// from the caller: the same position, style and random numbers give the same move, whatever the
// player was asked before.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "solver/sight/sight.h"

namespace onyx {

/// In hundredths of a stone, how far the player is from connecting: the stones that the shortest
/// ways from edge to edge still take, and part of one more, the greater the fewer such ways there
/// are. The opponent's stones block. Only where they block all ways are captures counted on, which
/// cost three stones more. 0 for a player who is connected.
template <int W>
int sense_of_distance(const Board<W>& board, const Position<W>& position, Player player);

struct PlayStyle {
  int sight = 3;    ///< Odd, from 1 to Sight<W>::kMost.
  int noise = 100;  ///< Moves that differ by less, in hundredths of a stone, may pass for equal.
};

/// For one thread.
template <int W>
class SightedPlayer {
 public:
  /// `board` must outlive it. The table has 2^table_bits entries (bounded_search.h).
  explicit SightedPlayer(const Board<W>& board, unsigned table_bits = 16);

  /// Limits and time.
  BoundedSearch<W>& search() { return sight_.search(); }

  /// The move in a legal, unfinished position. Nothing if a limit was met: then `random` is as it
  /// was.
  std::optional<Place> choose(const Position<W>& position, const PlayStyle& style, Random& random);

  /// The moves among which it chooses. Nothing if a limit was met.
  std::optional<PlaceSet<W>> moves_in_question(const Position<W>& position, int sight);

 private:
  const Board<W>& board_;
  Sight<W> sight_;
};

}  // namespace onyx
