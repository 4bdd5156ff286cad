// Where the places of a board lie in a drawing.
#pragma once

#include "core/board.h"

namespace onyx {

enum class Drawing {
  tiling,  ///< Squares and equilateral triangles: all points that are joined are equally far apart.
  grid,    ///< A square grid, as in diagrams of text.
};

/// In units of the square grid: x to the right and y upwards, from where A1 is on the grid.
struct Spot {
  double x = 0;
  double y = 0;
};

/// No point is moved by more than a fifth of a unit from where it is on the grid. A midpoint lies
/// in the middle of its square.
Spot spot_of(const Geometry& geometry, Place place, Drawing drawing);

}  // namespace onyx
