#include "core/embedding.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/base/assert.h"

namespace onyx {
namespace {

/// Maps a point (`fewer` = 0) or a cell (`fewer` = 1: a row has one cell fewer than points).
Cell image_in_block(const Embedding& embedding, Cell at, int fewer) {
  if (embedding.swaps_colours) std::swap(at.column, at.row);
  if (embedding.flips_columns) at.column = embedding.size.width - fewer - 1 - at.column;
  if (embedding.flips_rows) at.row = embedding.size.height - fewer - 1 - at.row;
  return {embedding.column + at.column, embedding.row + at.row};
}

bool keeps_tiling(const Embedding& embedding) {
  const Cell corner = image_in_block(embedding, {0, 0}, 1);
  const int parity = embedding.flips_columns != embedding.flips_rows ? 1 : 0;
  return corner.column % 2 == parity && corner.row % 2 == parity;
}

BoardSize transposed(BoardSize size) { return {size.height, size.width}; }

}  // namespace

std::vector<Embedding> embeddings(BoardSize small, BoardSize large) {
  std::vector<Embedding> result;
  for (const bool swaps_colours : {false, true}) {
    const BoardSize size = swaps_colours ? transposed(small) : small;
    for (int row = 0; row + size.height <= large.height; ++row) {
      for (int column = 0; column + size.width <= large.width; ++column) {
        for (const bool flips_columns : {false, true}) {
          for (const bool flips_rows : {false, true}) {
            const Embedding embedding{size, column, row, swaps_colours, flips_columns, flips_rows};
            if (keeps_tiling(embedding)) result.push_back(embedding);
          }
        }
      }
    }
  }
  const auto rank = [&](const Embedding& e) {
    const int right = large.width - e.size.width - e.column;
    const int above = large.height - e.size.height - e.row;
    const int off_centre = std::abs(e.column - right) + std::abs(e.row - above);
    return std::tuple(off_centre, e.swaps_colours, e.flips_columns + e.flips_rows);
  };
  std::ranges::stable_sort(result, {}, rank);
  return result;
}

std::vector<Place> image_of(const Embedding& embedding, const Geometry& small,
                            const Geometry& large) {
  ONYX_ASSERT(embedding.size ==
              (embedding.swaps_colours ? transposed(small.size()) : small.size()));
  ONYX_ASSERT(embedding.column >= 0 &&
              embedding.column + embedding.size.width <= large.size().width);
  ONYX_ASSERT(embedding.row >= 0 && embedding.row + embedding.size.height <= large.size().height);
  ONYX_ASSERT(keeps_tiling(embedding));
  std::vector<Place> image;
  for (Place place = 0; place < small.place_count(); ++place) {
    if (small.is_midpoint(place)) {
      image.push_back(large.midpoint_of(image_in_block(embedding, small.square_of(place), 1)));
    } else {
      const Cell at = image_in_block(embedding, {small.x_of(place), small.y_of(place)}, 0);
      image.push_back(large.point_at(at.column, at.row));
    }
  }
  return image;
}

Symmetry diagonal_reflection(const Geometry& geometry) {
  const Geometry target(transposed(geometry.size()));
  return {image_of({.size = target.size(), .swaps_colours = true}, geometry, target), true};
}

std::vector<Symmetry> symmetries_of(const Geometry& geometry) {
  std::vector<Symmetry> group;
  for (const Embedding& embedding : embeddings(geometry.size(), geometry.size())) {
    group.push_back({image_of(embedding, geometry, geometry), embedding.swaps_colours});
  }
  ONYX_ASSERT(group.size() == 1 || group.size() == 2 || group.size() == 4);
  return group;
}

}  // namespace onyx
