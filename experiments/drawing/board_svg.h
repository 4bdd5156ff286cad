// A position as an SVG picture of the real tiling: squares and equilateral triangles.
#pragma once

#include <string>

#include "core/position.h"

namespace onyx {

/// A self-contained picture. V's stones are dark discs, H's light ones with a ring, so that they
/// differ without colour; V's edges are drawn dark, H's light.
template <int W>
std::string board_svg(const Board<W>& board, const Position<W>& position);

}  // namespace onyx
