// A position as an SVG picture; the pages of `onyx report` are made of the same parts.
//
// V's stones are dark discs with an upright bar, H's light discs with a level bar, so that they
// differ without colour and show which way their player joins. V's edges are dark, H's light.
#pragma once

#include <string>
#include <string_view>

#include "core/position.h"
#include "experiments/svg/layout.h"

namespace onyx {

/// A self-contained picture. `signs` tell who wins after a move, by place: 'v', 'h', '=' for a
/// draw, '?' where nobody knows, and anything else for no such sign. Who wins is told by the
/// letter, and by dark and light as on the stones, but on squares.
template <int W>
std::string board_svg(const Board<W>& board, const Position<W>& position, Drawing drawing,
                      std::string_view signs = {});

// --- Its parts -----------------------------------------------------------------------------------

/// In pixels, y downwards.
struct PictureSize {
  double width = 0;
  double height = 0;
};
PictureSize picture_size(BoardSize size);

/// The pixels between neighbouring points of the square grid.
inline constexpr double kUnit = 60;

/// Where a place is in the picture, in pixels, y downwards.
Spot pixel_of(const Geometry& geometry, Place place, Drawing drawing);

/// The elements of the board without stones.
std::string empty_board_svg(const Geometry& geometry, Drawing drawing);

/// The elements of a stone around (0, 0).
std::string_view stone_svg(Player player);

}  // namespace onyx
