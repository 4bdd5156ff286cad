// A position: the stones of both players and the side to move.
#pragma once

#include <array>
#include <compare>

#include "core/base/assert.h"
#include "core/board.h"

namespace onyx {

/// Invariant: no place is in both sets. `is_legal` in legality.h checks the other conditions of a
/// legal position (no cross, the side to move not connected).
template <int W>
struct WidePosition {
  std::array<PlaceSet<W>, 2> stones;  ///< Indexed by player.
  Player to_move = Player::V;         ///< The player who places the next stone.

  const PlaceSet<W>& of(Player player) const {
    return stones[static_cast<std::size_t>(index_of(player))];
  }
  PlaceSet<W>& of(Player player) { return stones[static_cast<std::size_t>(index_of(player))]; }
  PlaceSet<W> occupied() const { return stones[0] | stones[1]; }
  /// Checks the invariant.
  bool is_sound() const { return (stones[0] & stones[1]).empty(); }

  friend bool operator==(const WidePosition&, const WidePosition&) = default;
  /// An order without meaning for the game, equal on all machines.
  friend auto operator<=>(const WidePosition&, const WidePosition&) = default;
};

/// The empty board, V to move.
template <int W>
WidePosition<W> open_setup(const WideBoard<W>&) {
  return {};
}

/// True iff the size has a standard setup: n x n, n even and at least 4.
constexpr bool has_standard_setup(BoardSize size) {
  return size.width == size.height && size.width >= 4 && size.width % 2 == 0;
}

/// Eight stones on the middle points of the edges. The stones on an edge belong to the player whose
/// direction that edge does not serve: H on the bottom and top, V on the left and right. The size
/// must have a standard setup.
template <int W>
WidePosition<W> standard_setup(const WideBoard<W>& board) {
  ONYX_ASSERT(has_standard_setup(board.size()));
  const int last = board.size().width - 1;
  WidePosition<W> position;
  for (const int middle : {last / 2, last / 2 + 1}) {
    for (const int edge : {0, last}) {
      position.of(Player::H).add(board.geometry().point_at(middle, edge));
      position.of(Player::V).add(board.geometry().point_at(edge, middle));
    }
  }
  return position;
}

}  // namespace onyx
