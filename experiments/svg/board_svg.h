// Draws a position as an SVG picture; the pages of `onyx report` use the same parts.
//
// V's stones are dark discs with an upright bar, H's light discs with a level bar: the direction in
// which their player joins. V's edges are dark, H's light.
#pragma once

#include <string>
#include <string_view>

#include "core/position.h"

namespace onyx {

enum class Drawing {
  tiling,  ///< Squares and equilateral triangles: all joined points are equally far apart.
  grid,    ///< A square grid, as in text diagrams.
};

/// A place in units of the square grid: x to the right and y upwards, from A1's spot on the grid.
struct Spot {
  double x = 0;
  double y = 0;
};

/// No point is farther than a fifth of a unit from its spot on the grid. A midpoint is in the
/// middle of its square.
Spot spot_of(const Geometry& geometry, Place place, Drawing drawing);

/// A self-contained picture. `signs` gives the result after a move, by place: 'v', 'h', '=' for a
/// draw, '?' if unknown, any other character for no sign. A sign is a square with the winner's
/// letter, dark or light as the winner's stones.
std::string board_svg(const Position& position, Drawing drawing, std::string_view signs = {});

/// In pixels.
struct PictureSize {
  double width = 0;
  double height = 0;
};
PictureSize picture_size(BoardSize size);

/// The distance between neighbouring points, in pixels.
inline constexpr double kUnit = 60;

/// The spot of a place in the picture, in pixels, y downwards.
Spot pixel_of(const Geometry& geometry, Place place, Drawing drawing);

/// The elements of the board without stones.
std::string empty_board_svg(const Geometry& geometry, Drawing drawing);

/// The elements of a stone around (0, 0).
std::string_view stone_svg(Player player);

}  // namespace onyx
