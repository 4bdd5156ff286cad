// Patterns of the rarer themes, put into positions: what chance alone would hardly bring about.
//
// Only the places of the pattern change. Whether its move solves anything then, and is the only one
// that does, is asked of the position as of any other.
//
//   double capture    around an inner point, which is empty, the corners of its two squares, so
//                     that a stone of the side to move captures in both.
//   midpoint          an empty square, whose midpoint may be taken.
//   blocked midpoint  a square with a stone of either player on its midpoint, and on three corners
//                     what the mover would need to capture by a stone on the fourth.
//   ladder            a chain of the mover's from one edge to the row beside the other. Three
//                     places further on along that row, and three on the edge beside them, are
//                     empty; behind, an opponent's stone holds the edge, and in front one of the
//                     mover's awaits the chain. Along each edge ladders go one way only: in the
//                     other, diagonals make every second move a threat in two places.
#pragma once

#include <optional>

#include "experiments/puzzles/themes.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// Whether there is a pattern of the theme.
bool has_pattern(Theme theme);

/// The position with a pattern at a random place, or nothing if the board has no room for one or
/// the result is illegal or finished. A theme without a pattern leaves the position as it is.
template <int W>
std::optional<Position<W>> planted(const Board<W>& board, const Position<W>& position, Theme theme,
                                   Random& random);

}  // namespace onyx
