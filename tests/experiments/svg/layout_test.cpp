// Tests that the tiling consists of squares and equilateral triangles with equal sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/svg/board_svg.h"
#include "tests/support.h"

namespace onyx {
namespace {

double distance(Spot a, Spot b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(Layout, TheTilingIsOfSquaresAndEquilateralTriangles) {
  const double side = 1 / std::cos(std::acos(-1) / 12);  // because squares are turned by 15 degrees
  for (const BoardSize size : test::all_sizes()) {
    const Geometry geometry(size);
    const auto apart = [&](Place a, Place b) {
      return distance(spot_of(geometry, a, Drawing::tiling),
                      spot_of(geometry, b, Drawing::tiling)) /
             side;
    };
    for (const auto& [a, b] : geometry.lines()) {
      const bool to_midpoint = geometry.is_midpoint(a) || geometry.is_midpoint(b);
      ASSERT_NEAR(apart(a, b), to_midpoint ? std::sqrt(0.5) : 1, 1e-12);
    }
    for (int place = geometry.point_count(); place < geometry.place_count(); ++place) {
      const auto corners = geometry.corners_of(geometry.square_of(static_cast<Place>(place)));
      ASSERT_NEAR(apart(corners[0], corners[2]), std::sqrt(2), 1e-12);
      ASSERT_NEAR(apart(corners[1], corners[3]), std::sqrt(2), 1e-12);
    }
  }
}

TEST(Layout, PointsThatAreNotJoinedAreFartherApart) {
  const Geometry geometry({9, 8});
  const auto lines = geometry.lines();
  for (int a = 0; a < geometry.point_count(); ++a) {
    for (int b = a + 1; b < geometry.point_count(); ++b) {
      const bool is_joined = std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
        return std::min(line[0], line[1]) == a && std::max(line[0], line[1]) == b;
      });
      const double apart = distance(spot_of(geometry, static_cast<Place>(a), Drawing::tiling),
                                    spot_of(geometry, static_cast<Place>(b), Drawing::tiling));
      EXPECT_EQ(apart < 1.1, is_joined) << a << ' ' << b;
    }
  }
}

TEST(Layout, TheGridMatchesTheRulesPage) {
  const Geometry geometry({7, 5});
  for (int place = 0; place < geometry.place_count(); ++place) {
    const Spot spot = spot_of(geometry, static_cast<Place>(place), Drawing::grid);
    double x = geometry.x_of(static_cast<Place>(place));
    double y = geometry.y_of(static_cast<Place>(place));
    if (geometry.is_midpoint(static_cast<Place>(place))) {
      const Cell cell = geometry.square_of(static_cast<Place>(place));
      x = cell.column + 0.5;
      y = cell.row + 0.5;
    }
    EXPECT_EQ(spot.x, x);
    EXPECT_EQ(spot.y, y);
    const Spot tiled = spot_of(geometry, static_cast<Place>(place), Drawing::tiling);
    EXPECT_LT(distance(spot, tiled), 0.2);
  }
}

}  // namespace
}  // namespace onyx
