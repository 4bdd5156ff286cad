// Which positions are legal: the predicate that every position from outside must pass.
#pragma once

#include <string>

#include "core/position.h"

namespace onyx {

/// Whether the position is legal; the next function says why not, which takes longer.
template <int W>
bool is_legal(const Board<W>& board, const Position<W>& position);

/// Whether it is legal and nobody is connected: somebody can move.
template <int W>
bool can_go_on(const Board<W>& board, const Position<W>& position);

/// Why the position is illegal, naming the place, or "" if it is legal: no cross (a square with an
/// empty midpoint, a pair of V on one diagonal and of H on the other), not both players connected,
/// the side to move not connected. Source: core/README.md, facts 2 and 3.
template <int W>
std::string defect_of(const Board<W>& board, const Position<W>& position);

/// Whether the side to move is the one that any game from a setup with equal counts has here: V iff
/// V's stones less H's are even. No such game leads to a position without it, which is legal all
/// the same. Source: core/README.md, fact 4.
template <int W>
bool has_side_due(const Position<W>& position) {
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead % 2 == 0) == (position.to_move == Player::V);
}

/// The first square with a cross, by row, as its midpoint; or place_count if there is none.
template <int W>
Place find_cross(const Board<W>& board, const Position<W>& position);

}  // namespace onyx
