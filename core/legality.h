// Which positions are legal: the predicate that every position from outside must pass.
#pragma once

#include <string>

#include "core/wide_position.h"

namespace onyx {

/// Whether the position is legal. defect_of() gives the reason if it is not, which takes longer.
template <int W>
bool is_legal(const WideBoard<W>& board, const WidePosition<W>& position);

/// Whether the position is legal and neither player is connected, so that the game continues.
template <int W>
bool can_go_on(const WideBoard<W>& board, const WidePosition<W>& position);

/// The reason why the position is illegal, with the place; "" if it is legal. A legal position has
/// no cross (a square with an empty midpoint, V on both ends of one diagonal and H on both ends of
/// the other), at most one connected player, and the side to move is not connected. Source:
/// core/README.md, facts 2 and 3.
template <int W>
std::string defect_of(const WideBoard<W>& board, const WidePosition<W>& position);

/// Whether the side to move agrees with the counts of stones, as in every game from a setup with
/// equal counts: V moves iff the difference of the counts is even. A position without this property
/// is still legal, but no such game leads to it. Source: core/README.md, fact 4.
template <int W>
bool has_side_due(const WidePosition<W>& position) {
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead % 2 == 0) == (position.to_move == Player::V);
}

/// The midpoint of the first square, by row, that has a cross; place_count if there is none.
template <int W>
Place find_cross(const WideBoard<W>& board, const WidePosition<W>& position);

}  // namespace onyx
