// Positions for engines, as place sets of W words. Only this file converts between wide and plain
// positions (position.h).
#pragma once

#include <algorithm>
#include <array>
#include <compare>

#include "core/base/assert.h"
#include "core/position.h"
#include "core/wide_board.h"

namespace onyx {

/// Invariant: no place has two stones. is_legal() in legality.h checks the rest.
template <int W>
struct WidePosition {
  std::array<PlaceSet<W>, 2> stones;  ///< Indexed by player.
  Player to_move = Player::V;
  const PlaceSet<W>& of(Player player) const { return stones[index_of(player)]; }
  PlaceSet<W>& of(Player player) { return stones[index_of(player)]; }
  PlaceSet<W> occupied() const { return stones[0] | stones[1]; }
  bool is_sound() const { return (stones[0] & stones[1]).empty(); }

  friend bool operator==(const WidePosition&, const WidePosition&) = default;
  /// An arbitrary order, the same on every machine.
  friend auto operator<=>(const WidePosition&, const WidePosition&) = default;
};

template <int W>
WidePosition<W> open_setup(const WideBoard<W>&) {
  return {};
}

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

/// Returns the set in `To` words; all its places must fit.
template <int To, int From>
PlaceSet<To> resized(const PlaceSet<From>& set) {
  PlaceSet<To> result;
  constexpr std::size_t kShared = std::min(To, From);
  for (std::size_t i = 0; i < kShared; ++i) result.words()[i] = set.words()[i];
  for (std::size_t i = kShared; i < From; ++i) ONYX_ASSERT(set.words()[i] == 0);
  return result;
}

template <int W>
Position to_plain(const WideBoard<W>& board, const WidePosition<W>& position) {
  return Position(Board(board.size()), resized<10>(position.of(Player::V)),
                  resized<10>(position.of(Player::H)), position.to_move);
}

template <int W>
WidePosition<W> to_wide(const Position& position) {
  return {{resized<W>(position.of(Player::V)), resized<W>(position.of(Player::H))},
          position.to_move()};
}

/// Calls use(board, position) with the shared WideBoard<W> and the position in its width.
template <class Use>
decltype(auto) with_wide(const Position& position, Use&& use) {
  return std::visit(
      [&]<int W>(const WideBoard<W>& board) -> decltype(auto) {
        return use(board, to_wide<W>(position));
      },
      position.board().shared().wide);
}

}  // namespace onyx
