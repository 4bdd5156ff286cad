// Decides whether a position is legal. Every position from input must pass this check.
#pragma once

#include <string>

#include "core/base/assert.h"
#include "core/moves.h"

namespace onyx {

/// Returns the first midpoint with a cross (see defect_of()), or place_count() if there is none.
template <int W>
Place find_cross(const WideBoard<W>& board, const WidePosition<W>& position) {
  ONYX_ASSERT(position.is_sound());
  const auto& [v, h] = position.stones;
  const auto places = static_cast<Place>(board.place_count());
  for (auto midpoint = static_cast<Place>(board.geometry().point_count()); midpoint < places;
       ++midpoint) {
    if (v.has(midpoint) || h.has(midpoint)) continue;
    const auto [a, b, c, d] = board.geometry().corners_of(board.geometry().square_of(midpoint));
    if (v.has(a) && v.has(c) && h.has(b) && h.has(d)) return midpoint;
    if (h.has(a) && h.has(c) && v.has(b) && v.has(d)) return midpoint;
  }
  return places;
}

template <int W>
bool is_legal(const WideBoard<W>& board, const WidePosition<W>& position) {
  return position.is_sound() && find_cross(board, position) == board.place_count() &&
         !is_connected(board, position.of(position.to_move), position.to_move);
}

template <int W>
bool can_go_on(const WideBoard<W>& board, const WidePosition<W>& position) {
  return is_legal(board, position) && !is_finished(board, position);
}

/// Returns why the position is illegal, or "" if it is legal. In a legal position, the side to move
/// is not connected, and there is no cross (a square with an empty midpoint, V on both ends of one
/// diagonal, and H on both ends of the other). Source: core/README.md, facts 2 and 3.
template <int W>
std::string defect_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  if (const Place cross = find_cross(board, position); cross < board.place_count()) {
    return "there is a cross at square " + format_place(board.geometry(), cross) +
           ": pairs of V and of H on its diagonals and an empty midpoint, which no play reaches";
  }
  const Player mover = position.to_move;
  if (!is_connected(board, position.of(mover), mover)) return "";
  if (is_connected(board, position.of(other(mover)), other(mover))) {
    return "both players are connected, which no play reaches";
  }
  return letter_of(mover) +
         std::string(" is to move but is already connected, so the game had ended before");
}

/// Whether the side to move agrees with the counts of stones: V is to move iff their difference is
/// even. True in every game from a setup with equally many stones of both players (core/README.md,
/// fact 4), but not in every legal position.
template <int W>
bool has_side_due(const WidePosition<W>& position) {
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead % 2 == 0) == (position.to_move == Player::V);
}

}  // namespace onyx
