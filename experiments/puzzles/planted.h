// Puts patterns of the rarer themes into positions, because chance seldom produces them. Only the
// places of the pattern change. Composers test the result like any other position.
//
//   double capture    two squares around an empty inner point, where a stone captures in both
//   midpoint          an empty square, whose midpoint may be taken
//   blocked midpoint  a square with a taken midpoint and stones on three corners. If the midpoint
//                     were empty, a stone of the mover on the fourth corner would capture.
//   ladder            the mover's chain from one edge to the row next to the other edge. An
//                     opponent's stone on the edge blocks the chain. The next three places along
//                     that row and along the edge are empty; a stone of the mover follows them.
#pragma once

#include <optional>

#include "experiments/puzzles/themes.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

bool has_pattern(Theme theme);

/// The position with the theme's pattern at a random place; unchanged if the theme has none.
/// Nothing if the pattern does not fit, or if the result is illegal or finished.
template <int W>
std::optional<WidePosition<W>> planted(const WideBoard<W>& board, const WidePosition<W>& position,
                                       Theme theme, Random& random);

}  // namespace onyx
