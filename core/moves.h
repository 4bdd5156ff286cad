// Moves: the places where a stone may go, the stones that it captures, and the resulting position.
//
// A place identifies a move; the position determines the captures. Source: core/README.md, "Moves".
#pragma once

#include "core/base/assert.h"
#include "core/chain.h"
#include "core/wide_position.h"

namespace onyx {

template <int W>
PlaceSet<W> open_midpoints(const WideBoard<W>& board, const PlaceSet<W>& occupied) {
  PlaceSet<W> open;
  if ((board.points() - occupied).count() < 4) return open;
  (board.midpoints() - occupied).for_each([&](Place midpoint) {
    if ((board.neighbours(midpoint) & occupied).empty()) open.add(midpoint);
  });
  return open;
}

/// Returns the places where the side to move may put a stone. The game must not be over.
template <int W>
PlaceSet<W> placements(const WideBoard<W>& board, const WidePosition<W>& position) {
  const PlaceSet<W> occupied = position.occupied();
  return (board.points() - occupied) | open_midpoints(board, occupied);
}

template <int W>
bool is_placement(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  const PlaceSet<W> occupied = position.occupied();
  if (occupied.has(place)) return false;
  return !board.geometry().is_midpoint(place) || (board.neighbours(place) & occupied).empty();
}

/// Returns the points where a stone would connect `player`. A stone on a midpoint never connects,
/// because the corners of its square are empty.
template <int W>
PlaceSet<W> threats_of(const WideBoard<W>& board, const WidePosition<W>& position, Player player) {
  const PlaceSet<W> free = board.points() - position.occupied();
  return free & connecting_places(board, position.of(player), player);
}

template <int W>
PlaceSet<W> winning_moves(const WideBoard<W>& board, const WidePosition<W>& position) {
  return threats_of(board, position, position.to_move);
}

/// Whether the side not to move is connected (the side to move never is).
template <int W>
bool is_finished(const WideBoard<W>& board, const WidePosition<W>& position) {
  const Player last = other(position.to_move);
  return is_connected(board, position.of(last), last);
}

/// Returns an empty set if the game is over.
template <int W>
PlaceSet<W> legal_moves(const WideBoard<W>& board, const WidePosition<W>& position) {
  return is_finished(board, position) ? PlaceSet<W>{} : placements(board, position);
}

/// Returns the stones that a stone on `place` captures: none, two or four.
template <int W>
PlaceSet<W> captured_by(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  PlaceSet<W> captured;
  if (board.geometry().is_midpoint(place)) return captured;
  const PlaceSet<W>& own = position.of(position.to_move);
  const PlaceSet<W>& theirs = position.of(other(position.to_move));
  ONYX_ASSERT(place < board.place_count());
  for (const CornerView<W>& view : board.squares_at(place)) {
    // Selects without a branch, which would mispredict. A missing square (empty sets) adds nothing.
    const PlaceSet<W> amiss = ((own & view.opposite_and_midpoint) ^ view.opposite) |
                              ((theirs & view.adjacent_and_midpoint) ^ view.adjacent);
    captured |= amiss.empty() ? view.adjacent : PlaceSet<W>{};
  }
  ONYX_ASSERT(theirs.contains(captured) && captured.count() % 2 == 0);
  return captured;
}

/// Returns the points beside (WideBoard::beside()) at least two of the stones. These include all
/// moves that capture two of the stones, but also points beside stones of two squares. O(stones).
template <int W>
PlaceSet<W> beside_two(const WideBoard<W>& board, const PlaceSet<W>& stones) {
  PlaceSet<W> once;
  PlaceSet<W> twice;
  stones.for_each([&](Place stone) {
    const PlaceSet<W>& beside = board.beside(stone);
    twice |= once & beside;
    once |= beside;
  });
  return twice;
}

/// Returns the moves that capture. Cheap set operations narrow down the candidates first.
template <int W>
PlaceSet<W> capturing_moves(const WideBoard<W>& board, const WidePosition<W>& position) {
  PlaceSet<W> in_question;
  position.of(position.to_move).for_each([&](Place stone) { in_question |= board.across(stone); });
  in_question -= position.occupied();
  PlaceSet<W> capturing;
  if (in_question.empty()) return capturing;
  in_question &= beside_two(board, position.of(other(position.to_move)));
  in_question.for_each([&](Place place) {
    if (captured_by(board, position, place).any()) capturing.add(place);
  });
  return capturing;
}

/// Returns the stones that at least one of the moves captures.
template <int W>
PlaceSet<W> captured_by_any(const WideBoard<W>& board, const WidePosition<W>& position,
                            const PlaceSet<W>& moves) {
  PlaceSet<W> captured;
  moves.for_each([&](Place place) { captured |= captured_by(board, position, place); });
  return captured;
}

/// Returns the places where the side to move captures the opponent's `stone`. O(1).
template <int W>
PlaceSet<W> captures_of(const WideBoard<W>& board, const WidePosition<W>& position, Place stone) {
  const PlaceSet<W>& own = position.of(position.to_move);
  const PlaceSet<W>& theirs = position.of(other(position.to_move));
  ONYX_ASSERT(theirs.has(stone));
  PlaceSet<W> capturing;
  if (board.geometry().is_midpoint(stone)) return capturing;
  for (const CornerView<W>& view : board.squares_at(stone)) {
    // The stone is captured together with the stone on the opposite corner. The side to move must
    // have a stone on one of the other two corners and place a second stone on the last corner.
    if (((theirs & view.opposite_and_midpoint) ^ view.opposite).any()) continue;
    const PlaceSet<W> beside = own & view.adjacent_and_midpoint;
    if (beside.any() && view.adjacent.contains(beside)) {
      capturing |= view.adjacent - beside - theirs;
    }
  }
  return capturing;
}

/// Returns the position after a legal placement that captures nothing.
template <int W>
WidePosition<W> with_stone(const WidePosition<W>& position, Place place) {
  ONYX_ASSERT(position.is_sound() && !position.occupied().has(place));
  WidePosition<W> next = position;
  next.of(position.to_move).add(place);
  next.to_move = other(position.to_move);
  return next;
}

/// Whether the opponent's stone on `place` is part of a cross. Never true after a legal move. O(1).
template <int W>
bool has_cross_at(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  // A stone is part of a cross iff it would capture if placed last.
  return captured_by(board, {position.stones, other(position.to_move)}, place).any();
}

template <int W>
WidePosition<W> successor(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  ONYX_ASSERT(is_placement(board, position, place));
  WidePosition<W> next = with_stone(position, place);
  next.of(next.to_move) -= captured_by(board, position, place);
  ONYX_ASSERT(next.is_sound() && !has_cross_at(board, next, place));
  return next;
}

}  // namespace onyx
