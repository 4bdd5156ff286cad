#include "experiments/svg/layout.h"

namespace onyx {
namespace {

// On the square grid the snub square tiling appears sheared. Turning every square by 15 degrees,
// alternately left and right, undoes that: a point moves by tan(15°)/2 in x and in y, with signs by
// the parities of its row and column. The sides of the turned squares are 1/cos(15°) long, and so
// are all sides of the triangles between them.
constexpr double kShift = 0.1339745962155614;  // tan(15°) / 2

Spot spot_of_point(int x, int y, Drawing drawing) {
  if (drawing == Drawing::grid) return {static_cast<double>(x), static_cast<double>(y)};
  return {x + (y % 2 == 0 ? kShift : -kShift), y + (x % 2 == 0 ? kShift : -kShift)};
}

}  // namespace

Spot spot_of(const Geometry& geometry, Place place, Drawing drawing) {
  if (!geometry.is_midpoint(place)) {
    return spot_of_point(geometry.x_of(place), geometry.y_of(place), drawing);
  }
  Spot middle;
  for (const Place corner : geometry.corners_of(geometry.square_of(place))) {
    const Spot spot = spot_of(geometry, corner, drawing);
    middle.x += spot.x / 4;
    middle.y += spot.y / 4;
  }
  return middle;
}

}  // namespace onyx
