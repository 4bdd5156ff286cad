// Random crowded positions, where repetition is likely: few points are empty, so few stones can be
// placed before a player connects, and captures decide.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "core/legality.h"
#include "core/wide_position.h"

namespace onyx {

struct CrowdSettings {
  int min_empty = 4;  ///< Empty points, inclusive.
  int max_empty = 10;
  int midpoint_percent = 30;  ///< The share of squares with a stone on the midpoint.
  int min_arena = 0;          ///< Places in the arena of a promising position, inclusive.
  int max_arena = 1000;
};

/// A random one of the places; there must be at least one.
template <int W>
Place random_place(PlaceSet<W> places, Random& random) {
  std::uint64_t skip = below(random, static_cast<std::uint64_t>(places.count()));
  for (; skip > 0; --skip) places.pop_lowest();
  return places.lowest();
}

/// Recolours random corners of crosses, except those in `kept`, at most a hundred times: undoing
/// one cross may make another one elsewhere. Returns false if a cross remains.
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

/// A legal, unfinished random position, or nothing if the attempt ended in an illegal or finished
/// one (the larger the board, the more often).
template <int W>
std::optional<WidePosition<W>> random_crowded_position(const WideBoard<W>& board,
                                                       const CrowdSettings& settings,
                                                       Random& random);

/// Whether a random position is worth exploring: a heuristic filter. It asks for what held for all
/// of 19 random positions of 5x5 from which a repeating one was reachable: the side to move could
/// not connect at once, the other side could not connect in two ways, and the arena had 16 to 22
/// places. About one in 8,000 of the positions that pass leads to a repeating one, against one in
/// 130,000 of all positions (results/README.md).
template <int W>
bool is_promising(const WideBoard<W>& board, const WidePosition<W>& position,
                  const CrowdSettings& settings);

/// A position one to three changes away: each change removes, puts or recolours a stone on a random
/// place. Nothing if the result is illegal or finished. Neighbours of repeating positions repeat
/// far more often than other positions do.
template <int W>
std::optional<WidePosition<W>> random_neighbour(const WideBoard<W>& board,
                                                const WidePosition<W>& position, Random& random);

/// A planting: a legal, unfinished position that contains the arena of `position` in another place
/// and other surroundings (planting.cpp), or nothing if the attempt ended in an illegal or finished
/// one. O(places).
template <int W>
std::optional<WidePosition<W>> random_planting(const WideBoard<W>& board,
                                               const WidePosition<W>& position, Random& random);

}  // namespace onyx
