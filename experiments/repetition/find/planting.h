// Planting: what repeats, in another place and in other surroundings.
//
// All that decides a repetition is the arena, the frozen stones next to it, and how they are joined
// to the edges. So the arena of a known class and what touches it are carried to a random place of
// the board, by an embedding that keeps the tiling (colours and sides swapped by half of them). The
// rest is filled at random, with a bias towards the player whose edge a point leans to: where the
// bias is strong this is nearly a frame (solver/repetition/frame.h), where it is weak nearly
// anything.
#pragma once

#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// A legal, unfinished position with the arena of `position` somewhere, or nothing if the attempt
/// ended in an illegal one. O(places).
template <int W>
std::optional<Position<W>> random_planting(const Board<W>& board, const Position<W>& position,
                                           Random& random);

}  // namespace onyx
