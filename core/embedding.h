// Embeddings of a board into a larger one that preserve points, midpoints and lines.
//
// All eight orientations of a square grid are possible. Orientations that exchange rows and columns
// also swap the colours. Each orientation needs a shift of the right parity:
//
// The kind of a cell depends only on the parities of its column and row. So an embedding preserves
// all cells iff it preserves the lower left one, which is two triangles with the line `/`. A flip
// turns `/` into `\` or back; the reflection in the diagonal preserves `/`. So after exactly one
// flip, the image of this cell must have an odd column and an odd row; otherwise both must be even.
#pragma once

#include <vector>

#include "core/symmetry.h"

namespace onyx {

/// Applied in this order: reflection in the diagonal with swapped colours, flips, shift.
struct Embedding {
  BoardSize size;              ///< Size of the image.
  int column = 0;              ///< Column of the image's lower left point.
  int row = 0;                 ///< Row of the image's lower left point.
  bool swaps_colours = false;  ///< Also reflects in the diagonal and changes the side to move.
  bool flips_columns = false;
  bool flips_rows = false;
  friend bool operator==(const Embedding&, const Embedding&) = default;
};

/// Returns all embeddings of the small board into the large one, sorted by the image's distance
/// from the centre, then by swapped colours (unchanged first), then by the number of flips.
std::vector<Embedding> embeddings(BoardSize small, BoardSize large);

std::vector<Place> image_of(const Embedding& embedding, const Geometry& small,
                            const Geometry& large);

/// Returns the image of a position; the rest of the large board is empty.
template <int S, int L>
WidePosition<L> embed(const Embedding& embedding, const WideBoard<S>& small,
                      const WidePosition<S>& position, const WideBoard<L>& large) {
  const Symmetry carry{image_of(embedding, small.geometry(), large.geometry()),
                       embedding.swaps_colours};
  return carry(WidePosition<L>{{resized<L>(position.stones[0]), resized<L>(position.stones[1])},
                               position.to_move});
}

}  // namespace onyx
