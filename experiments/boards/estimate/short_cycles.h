// All cycles of eight plies that a board has room for: the shortest that there are
// (results/records.md).
//
// In eight plies each player places four stones and captures two pairs, and the same position comes
// back; so the four places of V's stones are the two pairs that H captures, as a multiset, and the
// other way round. That leaves few plays to try: for each choice of the pairs, orders in which the
// stones are placed, with what must stand where for each capture, and all else left open.
#pragma once

#include <array>
#include <vector>

#include "core/position.h"

namespace onyx {

inline constexpr std::size_t kShortCycle = 8;  ///< In plies.

template <int W>
struct ShortCycle {
  std::array<Place, kShortCycle> moves;           ///< V's first.
  std::array<PlaceSet<W>, kShortCycle> captured;  ///< By each move.
  Position<W> stones;  ///< What must stand at the start on the places that are fixed; V to move.
  PlaceSet<W> fixed;   ///< Where it matters, be it a stone or none.

  /// If the moves can be played from the position, capture just that and so lead back to it, which
  /// must have V to move: fills in the positions that they lead from. Nobody may connect on the
  /// way.
  bool runs_from(const Board<W>& board, const Position<W>& start,
                 std::array<Position<W>, kShortCycle>& positions) const;
};

/// Each once, begun where its moves, as a sequence, are least of the four beginnings with V to
/// move. A position from which eight plies lead back to it is the start of just one of them, or one
/// of the other seven positions. O(squares^4 * 144) at most, and far less.
template <int W>
std::vector<ShortCycle<W>> short_cycles(const Board<W>& board);

/// How many plies after the first of a cycle's moves, the first of which is V's, the canonical
/// start is: 0, 2, 4 or 6.
std::size_t canonical_start(const std::array<Place, kShortCycle>& moves);

}  // namespace onyx
