// Orders moves by how soon they catch a person's eye: captures, threats to connect, moves that
// bring the mover nearer to connecting, and, at half weight, the opponent's gain from a stone
// there. Stones that cannot be captured at once come before stones that can.
#pragma once

#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

template <int W>
std::vector<Place> by_first_sight(const WideBoard<W>& board, const WidePosition<W>& position,
                                  PlaceSet<W> moves);

}  // namespace onyx
