// The symmetries of a board, and the canonical form of a position under them.
//
// Reflecting in the diagonal and swapping the colours maps w x h to h x w; turning by 180 degrees,
// colours kept, is a symmetry iff w and h are both even. Source: core/README.md, fact 6. So the
// group has four elements on a square board with even sides, two on other square boards and on
// other boards with even sides, and one elsewhere.
#pragma once

#include <vector>

#include "core/base/assert.h"
#include "core/position.h"

namespace onyx {

/// A bijection of the places of a board to those of another (mostly the same) one.
struct Symmetry {
  std::vector<Place> image;    ///< By place.
  bool swaps_colours = false;  ///< Then the side to move changes too.

  template <int W>
  PlaceSet<W> operator()(const PlaceSet<W>& set) const {
    PlaceSet<W> result;
    set.for_each([&](Place place) {
      ONYX_ASSERT(place < image.size());
      result.add(image[place]);
    });
    ONYX_ASSERT(result.count() == set.count());
    return result;
  }
  template <int W>
  Position<W> operator()(const Position<W>& position) const {
    const Position<W> moved{{(*this)(position.stones[0]), (*this)(position.stones[1])},
                            position.to_move};
    if (!swaps_colours) return moved;
    return {{moved.stones[1], moved.stones[0]}, other(moved.to_move)};
  }
};

/// The reflection (x, y) -> (y, x) with colours swapped, from w x h to h x w.
Symmetry diagonal_reflection(const Geometry& geometry);

/// The group of the board itself, the identity first.
std::vector<Symmetry> symmetries_of(const Geometry& geometry);

/// The least image of a position: equal for exactly the positions that are symmetric to it.
template <int W>
Position<W> canonical_form(const std::vector<Symmetry>& group, const Position<W>& position) {
  ONYX_ASSERT(!group.empty());
  Position<W> least = position;
  for (const Symmetry& symmetry : group) least = std::min(least, symmetry(position));
  return least;
}

}  // namespace onyx
