// Moves: where a stone may go, what it captures, and the position after it.
//
// A move is its place; the position tells what it captures. Source: core/README.md, "Moves".
#pragma once

#include "core/base/assert.h"
#include "core/chain.h"
#include "core/position.h"

namespace onyx {

/// Empty midpoints whose four corners are empty too.
template <int W>
PlaceSet<W> open_midpoints(const Board<W>& board, const PlaceSet<W>& occupied) {
  PlaceSet<W> open;
  if ((board.points() - occupied).count() < 4) return open;
  (board.midpoints() - occupied).for_each([&](Place midpoint) {
    if ((board.neighbours(midpoint) & occupied).empty()) open.add(midpoint);
  });
  return open;
}

/// Where the side to move may place a stone, if the game is not over.
template <int W>
PlaceSet<W> placements(const Board<W>& board, const Position<W>& position) {
  const PlaceSet<W> occupied = position.occupied();
  return (board.points() - occupied) | open_midpoints(board, occupied);
}

/// Whether placements() has `place`, without looking at the others: O(1).
template <int W>
bool is_placement(const Board<W>& board, const Position<W>& position, Place place) {
  const PlaceSet<W> occupied = position.occupied();
  if (occupied.has(place)) return false;
  return !board.geometry().is_midpoint(place) || (board.neighbours(place) & occupied).empty();
}

/// The places where `player` connects at once, if it is his turn; if not, where he threatens to. A
/// stone on a midpoint never connects: all its neighbours are empty.
template <int W>
PlaceSet<W> threats_of(const Board<W>& board, const Position<W>& position, Player player) {
  const PlaceSet<W> free = board.points() - position.occupied();
  return free & connecting_places(board, position.of(player), player);
}

/// The places where the side to move would connect at once.
template <int W>
PlaceSet<W> winning_moves(const Board<W>& board, const Position<W>& position) {
  return threats_of(board, position, position.to_move);
}

/// True iff the side not to move is connected (the side to move never is).
template <int W>
bool is_finished(const Board<W>& board, const Position<W>& position) {
  const Player last = other(position.to_move);
  return is_connected(board, position.of(last), last);
}

/// All legal moves; none if the game is over.
template <int W>
PlaceSet<W> legal_moves(const Board<W>& board, const Position<W>& position) {
  return is_finished(board, position) ? PlaceSet<W>{} : placements(board, position);
}

/// The stones that the side to move captures by a stone on `place`: none, two or four.
template <int W>
PlaceSet<W> captured_by(const Board<W>& board, const Position<W>& position, Place place) {
  PlaceSet<W> captured;
  if (board.geometry().is_midpoint(place)) return captured;
  const PlaceSet<W>& own = position.of(position.to_move);
  const PlaceSet<W>& theirs = position.of(other(position.to_move));
  ONYX_ASSERT(place < board.place_count());
  for (const CornerView<W>& view : board.squares_at(place)) {
    // Without a branch: whether a corner captures cannot be predicted. An absent square captures
    // nothing.
    const PlaceSet<W> amiss = ((own & view.opposite_and_midpoint) ^ view.opposite) |
                              ((theirs & view.adjacent_and_midpoint) ^ view.adjacent);
    captured |= amiss.empty() ? view.adjacent : PlaceSet<W>{};
  }
  ONYX_ASSERT(theirs.contains(captured) && captured.count() % 2 == 0);
  return captured;
}

/// The points that are adjacent corners to two or more of the stones, as a stone must be that
/// captures two of them. (The two need not be in one square.) O(stones).
template <int W>
PlaceSet<W> beside_two(const Board<W>& board, const PlaceSet<W>& stones) {
  PlaceSet<W> once;
  PlaceSet<W> twice;
  stones.for_each([&](Place stone) {
    const PlaceSet<W>& beside = board.beside(stone);
    twice |= once & beside;
    once |= beside;
  });
  return twice;
}

/// Where the side to move captures. Asked stone by stone which points it leaves in question:
/// mostly there are few, or none.
template <int W>
PlaceSet<W> capturing_moves(const Board<W>& board, const Position<W>& position) {
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

/// Where the side to move captures this stone of the other side. O(1).
template <int W>
PlaceSet<W> captures_of(const Board<W>& board, const Position<W>& position, Place stone) {
  const PlaceSet<W>& own = position.of(position.to_move);
  const PlaceSet<W>& theirs = position.of(other(position.to_move));
  ONYX_ASSERT(theirs.has(stone));
  PlaceSet<W> capturing;
  if (board.geometry().is_midpoint(stone)) return capturing;
  for (const CornerView<W>& view : board.squares_at(stone)) {
    // Together with the one across from it, from the corner that is left beside a stone of one's
    // own.
    if (((theirs & view.opposite_and_midpoint) ^ view.opposite).any()) continue;
    const PlaceSet<W> beside = own & view.adjacent_and_midpoint;
    if (beside.any() && view.adjacent.contains(beside)) {
      capturing |= view.adjacent - beside - theirs;
    }
  }
  return capturing;
}

/// The position after a legal placement that captures nothing.
template <int W>
Position<W> with_stone(const Position<W>& position, Place place) {
  ONYX_ASSERT(position.is_sound() && !position.occupied().has(place));
  Position<W> next = position;
  next.of(position.to_move).add(place);
  next.to_move = other(position.to_move);
  return next;
}

/// Whether the stone of the side that has moved, on `place`, is part of a cross, as it never is
/// after a move. O(1).
template <int W>
bool has_cross_at(const Board<W>& board, const Position<W>& position, Place place) {
  if (board.geometry().is_midpoint(place)) return false;
  const PlaceSet<W>& own = position.of(other(position.to_move));
  const PlaceSet<W>& theirs = position.of(position.to_move);
  for (const CornerView<W>& view : board.squares_at(place)) {
    if (view.opposite.any() && (own & view.opposite_and_midpoint) == view.opposite &&
        (theirs & view.adjacent_and_midpoint) == view.adjacent) {
      return true;
    }
  }
  return false;
}

/// The position after a legal placement.
template <int W>
Position<W> successor(const Board<W>& board, const Position<W>& position, Place place) {
  ONYX_ASSERT(is_placement(board, position, place));
  Position<W> next = with_stone(position, place);
  next.of(next.to_move) -= captured_by(board, position, place);
  ONYX_ASSERT(next.is_sound() && !has_cross_at(board, next, place));
  return next;
}

}  // namespace onyx
