// Chains: the places that a player's stones reach from an edge.
//
// The flood fill takes one stone at a time, and all neighbours of the stone at once. So each step
// is one table load and a few word operations, and midpoints need no special case. The fill returns
// the *halo* of the chain instead of the chain, because the halo answers both questions of the
// rules: whether the player is connected, and which single stone would connect.
#pragma once

#include "core/board.h"

namespace onyx {

/// The places of `edge`, and all places next to a stone of `stones` that is joined to `edge`. Takes
/// O(stones in the chain).
template <int W>
PlaceSet<W> halo(const WideBoard<W>& board, const PlaceSet<W>& stones, const PlaceSet<W>& edge) {
  PlaceSet<W> reached = edge;
  PlaceSet<W> untouched = stones - edge;
  PlaceSet<W> frontier = stones & edge;
  while (frontier.any()) {
    const PlaceSet<W>& around = board.neighbours(frontier.pop_lowest());
    reached |= around;
    frontier |= around & untouched;
    untouched -= around;
  }
  return reached;
}

/// True iff the player's stones join the player's two edges.
template <int W>
bool is_connected(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player) {
  return (halo(board, stones, board.start_edge(player)) & stones & board.goal_edge(player)).any();
}

/// The places where one more stone of the player would join the two edges, including occupied
/// places. Means nothing if the player is connected already. Two fills answer for all moves of a
/// position at once.
template <int W>
PlaceSet<W> connecting_places(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player) {
  const PlaceSet<W> from_start = halo(board, stones, board.start_edge(player));
  return from_start & halo(board, stones, board.goal_edge(player));
}

}  // namespace onyx
