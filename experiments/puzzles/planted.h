// Plants patterns of the rarer themes, which chance hardly produces. Only the places of the pattern
// change. The result is tested like any other position.
//
//   double capture    two squares around an empty inner point, where a stone captures in both
//   midpoint          an empty square, whose midpoint may be taken
//   blocked midpoint  a square with a taken midpoint, and stones on three corners such that a stone
//                     of the mover on the fourth would otherwise capture
//   ladder            the mover's chain from one edge to the row next to the other edge; the next
//                     three places along that row and along the edge are empty. An opponent's
//                     stone holds the edge behind; a stone of the mover awaits the chain in front.
#pragma once

#include <optional>

#include "experiments/puzzles/themes.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

bool has_pattern(Theme theme);

/// The position with the pattern at a random place, unchanged if the theme has none. Nothing
/// without room for it, or if the result is illegal or finished.
template <int W>
std::optional<WidePosition<W>> planted(const WideBoard<W>& board, const WidePosition<W>& position,
                                       Theme theme, Random& random);

}  // namespace onyx
