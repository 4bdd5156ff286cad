// Plants patterns of the rarer themes into positions; chance alone would hardly produce them.
//
// Only the places of the pattern change. The result is then tested like any other position: whether
// exactly one move solves it.
//
//   double capture    around an empty inner point, the corners of its two squares, so that a stone
//                     of the side to move captures in both.
//   midpoint          an empty square, whose midpoint may be taken.
//   blocked midpoint  a square with a stone of either player on its midpoint, and on three corners
//                     the stones that the mover needs to capture by a stone on the fourth.
//   ladder            a chain of the mover from one edge to the row next to the other edge. The
//                     next three places along that row, and the three on the edge next to them, are
//                     empty. Behind, an opponent's stone holds the edge; in front, a stone of the
//                     mover awaits the chain.
#pragma once

#include <optional>

#include "experiments/puzzles/themes.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// Whether the theme has a pattern to plant.
bool has_pattern(Theme theme);

/// The position with a pattern at a random place. Nothing if the board has no room for one or the
/// result is illegal or finished. A theme without a pattern leaves the position unchanged.
template <int W>
std::optional<WidePosition<W>> planted(const WideBoard<W>& board, const WidePosition<W>& position,
                                       Theme theme, Random& random);

}  // namespace onyx
