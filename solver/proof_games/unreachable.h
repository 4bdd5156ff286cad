// Cheap proofs that no play leads from a setup to a position.
#pragma once

#include <array>

#include "core/base/assert.h"
#include "core/legality.h"
#include "core/wide_position.h"

namespace onyx {

/// Returns pairs captured by V minus pairs captured by H in any game from a setup of equal counts.
template <int W>
int captured_pairs_lead(const WidePosition<W>& position) {
  ONYX_ASSERT(has_side_due(position));
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead - (position.to_move == Player::V ? 0 : 1)) / 2;
}

/// Returns setup stones that protect each other forever: the largest set in which, in each square
/// of each stone, a stone of the set prevents its capture. (A capture needs stones of the captor on
/// both adjacent corners, and a stone of the captured colour on the opposite corner.)
/// No stone of the set is ever captured: at the first capture, the protector would still be there.
/// On standard setups with sides divisible by four, the two stones of each edge protect each other.
template <int W>
PlaceSet<W> permanent_stones(const WideBoard<W>& board, const WidePosition<W>& setup) {
  PlaceSet<W> permanent = setup.occupied();
  for (bool changed = true; changed;) {
    changed = false;
    PlaceSet<W> points = permanent & board.points();
    while (points.any()) {
      const Place point = points.pop_lowest();
      const Player owner = setup.stones[0].has(point) ? Player::V : Player::H;
      const PlaceSet<W> own = permanent & setup.of(owner);
      const PlaceSet<W> theirs = permanent & setup.of(other(owner));
      bool is_safe = true;
      for (const CornerView<W>& square : board.squares_at(point)) {
        if (square.adjacent.empty()) continue;
        is_safe = is_safe && ((own & square.adjacent).any() || (theirs & square.opposite).any());
      }
      if (!is_safe) {
        permanent.remove(point);
        changed = true;
      }
    }
  }
  return permanent;
}

/// Returns a superset of the points where a player's stones may have been earlier, given the points
/// where the stones may be now. Going backwards, a stone appears only if a capture is undone, so
/// the opponent needs stones on both adjacent corners of a square. Other conditions are ignored.
template <int W>
std::array<PlaceSet<W>, 2> restorable_stones(const WideBoard<W>& board,
                                             std::array<PlaceSet<W>, 2> stones) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::size_t owner : {0U, 1U}) {
      (board.points() - stones[owner]).for_each([&](Place point) {
        for (const CornerView<W>& square : board.squares_at(point)) {
          if (square.adjacent.empty() || !stones[1 - owner].contains(square.adjacent)) continue;
          stones[owner].add(point);
          changed = true;
        }
      });
    }
  }
  return stones;
}

template <int W>
class Unreachable {
 public:
  Unreachable(const WideBoard<W>& board, const WidePosition<W>& setup)
      : board_(board), setup_(setup), permanent_(permanent_stones(board, setup)) {
    ONYX_ASSERT(setup.to_move == Player::V && captured_pairs_lead(setup) == 0);
    board.midpoints().for_each([&](Place midpoint) {
      const PlaceSet<W>& corners = board.neighbours(midpoint);
      if ((corners & setup.occupied()).empty()) return;
      // When the midpoint was taken, its corners were empty; other points may have held anything.
      const PlaceSet<W> elsewhere = board.points() - corners;
      const auto before = restorable_stones(board, {elsewhere, elsewhere});
      for (const std::size_t player : {0U, 1U}) {
        if (!before[player].contains(corners & setup.stones[player])) never_free_.add(midpoint);
      }
    });
  }

  /// Returns a reason, as a clause, why no play leads to the position; nullptr if none is known.
  /// The side to move must agree with the counts. Usually O(1); O(places squared) if stones of the
  /// setup are missing or captures are hard to undo.
  const char* reason(const WidePosition<W>& position) const {
    const PlaceSet<W> occupied = position.occupied();
    bool setup_is_there = true;
    for (const Player player : {Player::V, Player::H}) {
      const PlaceSet<W> gone = setup_.of(player) - position.of(player);
      if ((gone & permanent_).any()) return "a stone of the setup is gone that no play can capture";
      setup_is_there = setup_is_there && gone.empty();
    }
    if ((occupied & never_free_).any()) {
      return "a midpoint is taken whose corners were never all empty, because of the setup";
    }
    const int lead = captured_pairs_lead(position);
    const std::size_t captor = lead > 0 ? 0 : 1;
    const bool captures_are_there = lead == 0 || has_pair(position.stones[captor]);
    if (setup_is_there && captures_are_there) return nullptr;
    const std::array<PlaceSet<W>, 2> before = restorable_stones(board_, position.stones);
    for (const std::size_t player : {0U, 1U}) {
      if (!before[player].contains(setup_.stones[player])) {
        return "a stone of the setup is gone, and no capture fits at its place";
      }
    }
    if (lead != 0 && !has_pair(before[captor])) {
      return "the numbers of stones require a capture, and no square allows one";
    }
    return nullptr;
  }

 private:
  /// Whether two of the stones are on opposite corners of a square, as after a capture.
  bool has_pair(const PlaceSet<W>& stones) const {
    PlaceSet<W> left = stones & board_.points();
    while (left.any()) {
      for (const CornerView<W>& square : board_.squares_at(left.pop_lowest())) {
        if ((square.opposite & stones).any()) return true;
      }
    }
    return false;
  }

  const WideBoard<W>& board_;
  const WidePosition<W> setup_;
  const PlaceSet<W> permanent_;
  PlaceSet<W> never_free_;
};

}  // namespace onyx
