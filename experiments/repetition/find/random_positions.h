// Random crowded positions: where repetition lives. Few points are empty, so little can be placed
// before somebody connects, and captures decide.
#pragma once

#include <optional>
#include <random>

#include "core/position.h"

namespace onyx {

/// The generator that every random choice of a search comes from. The standard fixes its output,
/// and no standard distribution (whose output is not fixed) is used on it.
using Random = std::mt19937_64;

/// A number from 0 to bound - 1, equal on every machine; 0 < bound < 2^32.
inline std::uint64_t below(Random& random, std::uint64_t bound) {
  // The bias is below bound / 2^32: of no consequence to a search, and simpler than rejection.
  return ((random() >> 32) * bound) >> 32;
}

/// From 0 up to 1, not included; equal on every machine.
inline double fraction(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

/// The random numbers of one position: of no other number or seed.
Random random_for(std::uint64_t seed, std::uint64_t number);

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
