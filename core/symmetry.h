// The symmetries of a board, and the canonical form of a position under them.
//
// The reflection in the diagonal with swapped colours maps w x h to h x w. The half-turn preserves
// colours; it is a symmetry iff w and h are even (core/README.md, fact 6). So the group has four
// elements if the board is square with even sides, two if only one of these is true, else one.
#pragma once

#include <vector>

#include "core/base/assert.h"
#include "core/wide_position.h"

namespace onyx {

/// A bijection between the places of two boards, usually the same board.
struct Symmetry {
  std::vector<Place> image;    ///< Indexed by place.
  bool swaps_colours = false;  ///< If true, the side to move changes too.

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
  WidePosition<W> operator()(const WidePosition<W>& position) const {
    const WidePosition<W> moved{{(*this)(position.stones[0]), (*this)(position.stones[1])},
                                position.to_move};
    if (!swaps_colours) return moved;
    return {{moved.stones[1], moved.stones[0]}, other(moved.to_move)};
  }
};

Symmetry diagonal_reflection(const Geometry& geometry);

/// Returns the symmetry group of the board, the identity first.
std::vector<Symmetry> symmetries_of(const Geometry& geometry);

/// Returns the least image of the position under the group; equal for symmetric positions.
template <int W>
WidePosition<W> canonical_form(const std::vector<Symmetry>& group,
                               const WidePosition<W>& position) {
  ONYX_ASSERT(!group.empty());
  WidePosition<W> least = position;
  for (const Symmetry& symmetry : group) least = std::min(least, symmetry(position));
  return least;
}

}  // namespace onyx
