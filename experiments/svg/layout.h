// The spots of the places of a board in a drawing.
#pragma once

#include "core/board.h"

namespace onyx {

enum class Drawing {
  tiling,  ///< Squares and equilateral triangles: all joined points are equally far apart.
  grid,    ///< A square grid, as in text diagrams.
};

/// In units of the square grid: x to the right and y upwards, from the spot of A1 on the grid.
struct Spot {
  double x = 0;
  double y = 0;
};

/// No point is farther than a fifth of a unit from its spot on the grid. A midpoint is in the
/// middle of its square.
Spot spot_of(const Geometry& geometry, Place place, Drawing drawing);

}  // namespace onyx
