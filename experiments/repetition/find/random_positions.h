// Random crowded positions. Repetition is less rare in them, because there is little room to
// connect and captures decide.
#pragma once

#include "core/base/assert.h"
#include "core/base/random.h"
#include "core/legality.h"
#include "core/wide_position.h"

namespace onyx {

struct CrowdSettings {
  int min_empty = 4;  ///< Inclusive bounds on the number of empty points.
  int max_empty = 10;
  int midpoint_percent = 30;  ///< Chance that a midpoint has a stone.
  int min_arena = 0;          ///< Inclusive bounds for is_promising(), in places.
  int max_arena = 1000;
};

inline Player random_player(Random& random) {
  return below(random, 2) == 0 ? Player::V : Player::H;
}

/// `colour`: 0 for V, 1 for H, 2 for no stone.
template <int W>
void set_colour(WidePosition<W>& position, Place place, std::uint64_t colour) {
  ONYX_ASSERT(colour <= 2);
  for (PlaceSet<W>& stones : position.stones) stones.remove(place);
  if (colour < 2) position.stones[colour].add(place);
}

template <int W>
Place random_place(PlaceSet<W> places, Random& random) {
  ONYX_ASSERT(places.any());
  std::uint64_t skip = below(random, static_cast<std::uint64_t>(places.count()));
  for (; skip > 0; --skip) places.pop_lowest();
  return places.lowest();
}

/// Removes crosses by recolouring random corners outside `kept`. Returns false if crosses remain
/// after 100 tries, as recolouring may create new crosses.
template <int W>
bool mend_crosses(const WideBoard<W>& board, WidePosition<W>& position, const PlaceSet<W>& kept,
                  Random& random) {
  const Geometry& geometry = board.geometry();
  for (int tries = 0; tries < 100; ++tries) {
    const Place midpoint = find_cross(board, position);
    if (midpoint == board.place_count()) return true;
    const Place corner = geometry.corners_of(geometry.square_of(midpoint))[below(random, 4)];
    if (kept.has(corner)) continue;
    const Player owner = position.of(Player::V).has(corner) ? Player::V : Player::H;
    position.of(owner).remove(corner);
    position.of(other(owner)).add(corner);
  }
  return find_cross(board, position) == board.place_count();
}

/// Returns nothing if the result is illegal or finished, which is common on large boards.
template <int W>
std::optional<WidePosition<W>> random_crowded_position(const WideBoard<W>& board,
                                                       const CrowdSettings& settings,
                                                       Random& random);

/// Whether a random position is worth exploring: the side to move cannot connect at once, the other
/// side has at most one connecting move, and the arena's size is in range. Of 5x5 positions that
/// pass with an arena of 16 to 22 places, one in 8,000 leads to repetition; of all 5x5 positions,
/// one in 130,000 does (results/README.md).
template <int W>
bool is_promising(const WideBoard<W>& board, const WidePosition<W>& position,
                  const CrowdSettings& settings);

/// Changes one to three random places; returns nothing if the result is illegal or finished.
/// Neighbours of repeating positions repeat far more often than other positions do.
template <int W>
std::optional<WidePosition<W>> random_neighbour(const WideBoard<W>& board,
                                                const WidePosition<W>& position, Random& random);

/// Returns a legal, unfinished position with the arena of `position` elsewhere and other
/// surroundings; nothing if the attempt failed. O(places).
template <int W>
std::optional<WidePosition<W>> random_planting(const WideBoard<W>& board,
                                               const WidePosition<W>& position, Random& random);

}  // namespace onyx
