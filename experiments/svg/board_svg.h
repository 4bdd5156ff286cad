// Draws positions, and parts of them, as SVG pictures. V's stones are dark with a vertical bar, H's
// stones light with a horizontal bar: the bar shows the direction in which the player connects.
#pragma once

#include <string>
#include <string_view>

#include "core/position.h"

namespace onyx {

enum class Drawing {
  tiling,  ///< Equal distances between joined points.
  grid,    ///< A square grid, as in text diagrams.
};

/// Coordinates in units of the square grid, relative to A1 on that grid; y points upwards.
struct Spot {
  double x = 0;
  double y = 0;
};

/// Returns the coordinates of a place. In the tiling, a point is less than a fifth of a unit away
/// from its spot on the grid. A midpoint is in the middle of its square.
Spot spot_of(const Geometry& geometry, Place place, Drawing drawing);

/// Returns a self-contained picture. `signs`, indexed by place, marks the values of moves: 'v',
/// 'h', '=' (draw), '?' (unknown); other characters draw nothing.
std::string board_svg(const Position& position, Drawing drawing, std::string_view signs = {});

struct PictureSize {
  double width = 0;
  double height = 0;
};
PictureSize picture_size(BoardSize size);

inline constexpr double kUnit = 60;  ///< Pixels per unit of the grid.

/// Returns the coordinates of a place in the picture, in pixels; y points downwards.
Spot pixel_of(const Geometry& geometry, Place place, Drawing drawing);

std::string empty_board_svg(const Geometry& geometry, Drawing drawing);

/// Returns a stone centred at (0, 0).
std::string_view stone_svg(Player player);

}  // namespace onyx
