// A position: who has stones where, and who moves.
#pragma once

#include <array>
#include <compare>

#include "core/base/assert.h"
#include "core/board.h"

namespace onyx {

/// Invariant: no place is in both sets. Everything else that makes a position legal (no cross, the
/// side to move not connected) is asked for by `is_legal` in legality.h.
template <int W>
struct Position {
  std::array<PlaceSet<W>, 2> stones;  ///< By player.
  Player to_move = Player::V;         ///< Who is to place the next stone.

  const PlaceSet<W>& of(Player player) const {
    return stones[static_cast<std::size_t>(index_of(player))];
  }
  PlaceSet<W>& of(Player player) { return stones[static_cast<std::size_t>(index_of(player))]; }
  PlaceSet<W> occupied() const { return stones[0] | stones[1]; }
  /// The invariant.
  bool is_sound() const { return (stones[0] & stones[1]).empty(); }

  friend bool operator==(const Position&, const Position&) = default;
  /// An order without meaning for the game, the same on every machine.
  friend auto operator<=>(const Position&, const Position&) = default;
};

/// The empty board, V to move.
template <int W>
Position<W> open_setup(const Board<W>&) {
  return {};
}

/// True iff the size has a standard setup: n x n, n even and at least 4.
constexpr bool has_standard_setup(BoardSize size) {
  return size.width == size.height && size.width >= 4 && size.width % 2 == 0;
}

/// Eight stones on the middle points of the edges, each by the player whom that edge hinders.
/// The size must have a standard setup.
template <int W>
Position<W> standard_setup(const Board<W>& board) {
  ONYX_ASSERT(has_standard_setup(board.size()));
  const int last = board.size().width - 1;
  Position<W> position;
  for (const int middle : {last / 2, last / 2 + 1}) {
    for (const int edge : {0, last}) {
      position.of(Player::H).add(board.geometry().point_at(middle, edge));
      position.of(Player::V).add(board.geometry().point_at(edge, middle));
    }
  }
  return position;
}

}  // namespace onyx
