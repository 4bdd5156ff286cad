// Planting: a known repetition is put in another place and other surroundings.
//
// A repetition is decided by the arena, the frozen stones next to it, and how they are connected
// to the edges. So the arena of a known class and the places around it are copied to a random place
// of the board, by an embedding that keeps the tiling (half of them swap colours and sides). The
// rest is filled at random, with a bias towards the player whose edge a point leans to: a strong
// bias gives nearly a frame (solver/repetition/frame.h), a weak one nearly anything.
#pragma once

#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// A legal, unfinished position that contains the arena of `position`, or nothing if the attempt
/// ended in an illegal or finished one. O(places).
template <int W>
std::optional<WidePosition<W>> random_planting(const WideBoard<W>& board,
                                               const WidePosition<W>& position, Random& random);

}  // namespace onyx
