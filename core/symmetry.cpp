#include "core/symmetry.h"

#include "core/base/assert.h"

namespace onyx {
namespace {

/// Extends a map of points and a map of cells (by lower left corner) to all places. `point(x, y)`
/// returns the image of a point, `cell(cell)` the image of a cell on `target`.
template <class PointMap, class CellMap>
std::vector<Place> map_places(const Geometry& source, const Geometry& target, PointMap&& point,
                              CellMap&& cell) {
  std::vector<Place> image;
  for (Place place = 0; place < source.place_count(); ++place) {
    image.push_back(source.is_midpoint(place) ? target.midpoint_of(cell(source.square_of(place)))
                                              : point(source.x_of(place), source.y_of(place)));
  }
  return image;
}

Symmetry identity(const Geometry& geometry) {
  return {map_places(
              geometry, geometry, [&](int x, int y) { return geometry.point_at(x, y); },
              [](Cell cell) { return cell; }),
          false};
}

Symmetry half_turn(const Geometry& geometry) {
  const int width = geometry.size().width;
  const int height = geometry.size().height;
  return {map_places(
              geometry, geometry,
              [&](int x, int y) { return geometry.point_at(width - 1 - x, height - 1 - y); },
              [&](Cell cell) {
                return Cell{width - 2 - cell.column, height - 2 - cell.row};
              }),
          false};
}

Symmetry after(const Symmetry& first, const Symmetry& second) {
  ONYX_ASSERT(first.image.size() == second.image.size());
  Symmetry both{{}, first.swaps_colours != second.swaps_colours};
  for (const Place place : first.image) both.image.push_back(second.image[place]);
  return both;
}

}  // namespace

Symmetry diagonal_reflection(const Geometry& geometry) {
  const Geometry target({geometry.size().height, geometry.size().width});
  return {map_places(
              geometry, target, [&](int x, int y) { return target.point_at(y, x); },
              [](Cell cell) {
                return Cell{cell.row, cell.column};
              }),
          true};
}

std::vector<Symmetry> symmetries_of(const Geometry& geometry) {
  const auto [width, height] = geometry.size();
  std::vector<Symmetry> group{identity(geometry)};
  if (width % 2 == 0 && height % 2 == 0) group.push_back(half_turn(geometry));
  if (width == height) {
    const Symmetry reflection = diagonal_reflection(geometry);
    for (std::size_t i = 0, size = group.size(); i < size; ++i) {
      group.push_back(after(group[i], reflection));
    }
  }
  ONYX_ASSERT(group.size() == 1 || group.size() == 2 || group.size() == 4);
  return group;
}

}  // namespace onyx
