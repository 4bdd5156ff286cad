// Plants patterns of the rarer themes in positions, because random positions seldom have them. Only
// the places of the pattern change. Composers test the result like any other position.
//
//   double capture    two squares at an empty inner point; a stone there captures in both
//   midpoint          an empty square, whose midpoint may be taken
//   blocked midpoint  a square with a taken midpoint and stones on three corners. If the midpoint
//                     were empty, a stone of the mover on the fourth corner would capture.
//   ladder            the mover's chain from one edge to the row next to the other edge. An
//                     opponent's stone on the edge blocks the chain. The next three points along
//                     that row and along the edge are empty; a stone of the mover follows them.
#pragma once

#include <optional>

#include "experiments/puzzles/themes.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

bool has_pattern(Theme theme);

/// Returns the position with the theme's pattern at a random place; unchanged if the theme has no
/// pattern. Returns nothing if the pattern does not fit, or if the result is illegal or finished.
template <int W>
std::optional<WidePosition<W>> planted(const WideBoard<W>& board, const WidePosition<W>& position,
                                       Theme theme, Random& random);

}  // namespace onyx
