// Retro-moves: candidates for the last move, with the position before it. A retro-move removes a
// stone of the side not to move. In each square where that stone may have captured, the retro-move
// may put back the two captured stones.
#pragma once

#include <array>

#include "core/base/assert.h"
#include "core/chain.h"
#include "core/legality.h"
#include "core/moves.h"

namespace onyx {

/// Whether `position` is legal and unfinished, given that it is legal without the stones
/// `restored`, which belong to the side not to move.
template <int W>
bool may_be_restored(const WideBoard<W>& board, const WidePosition<W>& position,
                     const PlaceSet<W>& restored) {
  PlaceSet<W> left = restored;
  while (left.any()) {
    if (has_cross_at(board, position, left.pop_lowest())) return false;
  }
  return !is_finished(board, position);
}

/// Calls visit(before, place) once for every legal, unfinished position `before` from which `place`
/// leads to the legal `position`. The move captures only in squares with restored stones, because a
/// capture elsewhere would need a cross in `position`. O(stones of the last mover), plus a flood
/// fill per capture.
template <int W, class Visit>
void for_each_predecessor(const WideBoard<W>& board, const WidePosition<W>& position,
                          Visit&& visit) {
  ONYX_ASSERT(position.is_sound() && is_legal(board, position));
  const Player mover = other(position.to_move);
  const bool finished = is_finished(board, position);
  const PlaceSet<W> occupied = position.occupied();
  position.of(mover).for_each([&](Place place) {
    WidePosition<W> before = position;
    before.of(mover).remove(place);
    before.to_move = mover;
    if (finished && is_connected(board, before.of(mover), mover)) return;
    if (board.geometry().is_midpoint(place)) {
      if ((board.neighbours(place) & occupied).empty()) visit(before, place);
      return;
    }
    ONYX_ASSERT(successor(board, before, place) == position);
    visit(before, place);

    std::array<PlaceSet<W>, 3> ways;  // Stones to restore in one square, the other, or both.
    std::size_t count = 0;
    for (const CornerView<W>& square : board.squares_at(place)) {
      if (square.adjacent.empty() || (occupied & square.adjacent_and_midpoint).any() ||
          !position.of(mover).contains(square.opposite)) {
        continue;
      }
      ways[count++] = square.adjacent;
    }
    if (count == 2) ways[count++] = ways[0] | ways[1];
    for (std::size_t i = 0; i < count; ++i) {
      WidePosition<W> restored = before;
      restored.of(position.to_move) |= ways[i];
      if (!may_be_restored(board, restored, ways[i])) continue;
      ONYX_ASSERT(successor(board, restored, place) == position);
      visit(restored, place);
    }
  });
}

}  // namespace onyx
