// Random crowded positions: where repetition lives. Few points are empty, so little can be placed
// before somebody connects, and captures decide.
#pragma once

#include <optional>

#include "core/base/random.h"
#include "core/position.h"

namespace onyx {

struct CrowdSettings {
  int min_empty = 4;  ///< Empty points, inclusive.
  int max_empty = 10;
  int midpoint_percent = 30;  ///< Of squares, how many get a stone on their midpoint.
  int min_arena = 0;          ///< Places in the arena of a promising position, inclusive.
  int max_arena = 1000;
};

/// A legal, unfinished random position, or nothing if the attempt ended in an illegal one (which is
/// the more frequent, the larger the board).
template <int W>
std::optional<Position<W>> random_crowded_position(const Board<W>& board,
                                                   const CrowdSettings& settings, Random& random);

/// Whether it pays to look at a random position: a sieve, not a law. Most are decided at once: of
/// 19 random positions of 5x5 from which a repeating one was reachable, none let the side to move
/// connect at once (then nothing else is explored) or the other side in two ways, and all had an
/// arena of 16 to 22 places. Among those that pass there is about one in 8,000, against one in
/// 130,000 among all (results/README.md).
template <int W>
bool is_promising(const Board<W>& board, const Position<W>& position,
                  const CrowdSettings& settings);

/// A position one to three changes away: a stone taken, put or recoloured on a random place each
/// time. Nothing if the result is illegal or finished. Neighbours of repeating positions are far
/// likelier to repeat than others.
template <int W>
std::optional<Position<W>> random_neighbour(const Board<W>& board, const Position<W>& position,
                                            Random& random);

}  // namespace onyx
