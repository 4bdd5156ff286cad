#include "core/embedding.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/base/assert.h"

namespace onyx {
namespace {

struct Coordinates {
  int x;
  int y;
};

/// The image of a point or cell under an embedding of a block of `width` x `height` points or
/// cells.
Coordinates image_in_block(const Embedding& embedding, Coordinates at, int width, int height) {
  if (embedding.swaps_colours) std::swap(at.x, at.y);
  if (embedding.flips_columns) at.x = width - 1 - at.x;
  if (embedding.flips_rows) at.y = height - 1 - at.y;
  return {embedding.column + at.x, embedding.row + at.y};
}

Coordinates image_of_point(const Embedding& embedding, Coordinates point) {
  return image_in_block(embedding, point, embedding.size.width, embedding.size.height);
}

Coordinates image_of_cell(const Embedding& embedding, Coordinates cell) {
  return image_in_block(embedding, cell, embedding.size.width - 1, embedding.size.height - 1);
}

/// Checks the condition on the shift that the header explains.
bool keeps_tiling(const Embedding& embedding) {
  const Coordinates corner = image_of_cell(embedding, {0, 0});
  const int parity = embedding.flips_columns != embedding.flips_rows ? 1 : 0;
  return corner.x % 2 == parity && corner.y % 2 == parity;
}

}  // namespace

std::vector<Embedding> embeddings(BoardSize small, BoardSize large) {
  std::vector<Embedding> result;
  for (const bool swaps_colours : {false, true}) {
    const BoardSize size = swaps_colours ? BoardSize{small.height, small.width} : small;
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
  std::stable_sort(result.begin(), result.end(),
                   [&](const Embedding& a, const Embedding& b) { return rank(a) < rank(b); });
  return result;
}

std::vector<Place> image_of(const Embedding& embedding, const Geometry& small,
                            const Geometry& large) {
  ONYX_ASSERT(embedding.size == (embedding.swaps_colours
                                     ? BoardSize{small.size().height, small.size().width}
                                     : small.size()));
  ONYX_ASSERT(embedding.column >= 0 &&
              embedding.column + embedding.size.width <= large.size().width);
  ONYX_ASSERT(embedding.row >= 0 && embedding.row + embedding.size.height <= large.size().height);
  ONYX_ASSERT(keeps_tiling(embedding));
  std::vector<Place> image;
  for (int i = 0; i < small.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    if (small.is_midpoint(place)) {
      const Cell square = small.square_of(place);
      const Coordinates at = image_of_cell(embedding, {square.column, square.row});
      image.push_back(large.midpoint_of({at.x, at.y}));
    } else {
      const Coordinates at = image_of_point(embedding, {small.x_of(place), small.y_of(place)});
      image.push_back(large.point_at(at.x, at.y));
    }
  }
  return image;
}

}  // namespace onyx
