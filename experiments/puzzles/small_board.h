// The boards that puzzles are composed on: the narrowest ones, up to 63 places, 6x6 and 6x7 among
// them.
#pragma once

#include "core/moves.h"

namespace onyx {

using SmallBoard = Board<1>;
using SmallPosition = Position<1>;
using SmallSet = PlaceSet<1>;

inline constexpr int kMostSmallPlaces = 63;

}  // namespace onyx
