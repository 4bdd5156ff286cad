// Permanent stones: those of a setup that no play can capture, a cheap reason why a position cannot
// be reached.
#pragma once

#include "core/position.h"

namespace onyx {

/// Stones of `setup` that protect each other for ever: the largest set of which every stone has, in
/// each of its squares, a stone of the set that stands in the way of its capture, which needs two
/// of the other player's stones beside it and one of its own owner's opposite. The first capture of
/// a stone of the set would find that stone still there, so there is none. (On the standard setups
/// with sides divisible by four the two stones of each edge belong to one square and are
/// permanent.)
template <int W>
PlaceSet<W> permanent_stones(const Board<W>& board, const Position<W>& setup);

}  // namespace onyx
