// How a board can lie on a larger one, so that points, midpoints and lines stay what they are.
//
// The tiling looks the same after a shift by an even number of columns and of rows. It also does
// after a reflection in a vertical or horizontal line or a half-turn, if these come with a shift
// of the right parity; and after the reflection in the diagonal, which exchanges the players'
// directions, and therefore the colours. These eight directions are all that a square grid has, so
// for each of them there is one condition on the shift.
//
// The condition: what a cell is follows from the parities of its column and row alone. So an
// embedding keeps all cells iff it keeps one, say the lower left one, two triangles with the line
// `/`. A reflection in a vertical or horizontal line makes `\` of it, two reflections `/` again.
// The reflection in the diagonal keeps it. So the image of the lower left cell must have an odd
// column and row if just one of the other two reflections is made, and an even column and row
// otherwise.
#pragma once

#include <vector>

#include "core/base/assert.h"
#include "core/position.h"

namespace onyx {

/// First the reflection in the diagonal, with colours swapped, then the others, then the shift.
struct Embedding {
  BoardSize size;              ///< Of the image: the small board's, turned if swaps_colours.
  int column = 0;              ///< Of the image's lower left point.
  int row = 0;                 ///< Of the image's lower left point.
  bool swaps_colours = false;  ///< Reflected in the diagonal; the side to move changes too.
  bool flips_columns = false;  ///< Left and right exchanged.
  bool flips_rows = false;     ///< Bottom and top exchanged.

  friend bool operator==(const Embedding&, const Embedding&) = default;
};

/// All embeddings of one board in the other: the most central ones first, of these the ones that
/// keep the colours, of these the ones with the fewest flips. None iff the small board has no room.
std::vector<Embedding> embeddings(BoardSize small, BoardSize large);

/// Where each place of the small board lies on the large one.
std::vector<Place> image_of(const Embedding& embedding, const Geometry& small,
                            const Geometry& large);

/// The image of a position, as places of the large board; the rest of which is empty.
template <int S, int L>
Position<L> embed(const Embedding& embedding, const Board<S>& small, const Position<S>& position,
                  const Board<L>& large) {
  ONYX_ASSERT(position.is_sound());
  const std::vector<Place> image = image_of(embedding, small.geometry(), large.geometry());
  const auto carried = [&](Player player) {
    return embedding.swaps_colours ? other(player) : player;
  };
  Position<L> result;
  result.to_move = carried(position.to_move);
  for (const Player player : {Player::V, Player::H}) {
    position.of(player).for_each(
        [&](Place place) { result.of(carried(player)).add(image[place]); });
  }
  ONYX_ASSERT(result.is_sound() && result.occupied().count() == position.occupied().count());
  return result;
}

}  // namespace onyx
