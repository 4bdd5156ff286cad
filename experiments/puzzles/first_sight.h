// Moves in the order in which they catch a person's eye: captures, threats to connect, moves that
// bring their player nearer to connecting, half as much what the opponent would gain by a stone
// there, and stones that cannot be captured at once before those that can.
#pragma once

#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

template <int W>
std::vector<Place> by_first_sight(const Board<W>& board, const Position<W>& position,
                                  PlaceSet<W> moves);

}  // namespace onyx
