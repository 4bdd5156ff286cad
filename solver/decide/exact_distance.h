// The distance of a position whose value is known, and all its best moves, where they can be had
// cheaply.
//
// Proof-number search says who wins, by a move that need not be the quickest, and bounds the
// distance. A bounded search (solver/bounded/bounded_search.h) makes that exact, if not too much is
// to be searched.
#pragma once

#include "solver/bounded/bounded_search.h"
#include "solver/decide/decide.h"

namespace onyx {

/// What it takes while it searches, at most.
inline constexpr std::uint64_t kExactDistanceBytes = std::uint64_t{24} << 20;

/// Makes the distance and the best moves of a decided win exact, if that takes no more work
/// (positions searched) or time than `stop` allows; the best moves stay as they are where only the
/// distance can be had. A bound on the distance must be proved: it is not searched again. The
/// limits of the search, which must look ahead, are set anew. `position` must be legal and not
/// finished. Returns whether the distance is exact now.
template <int W>
bool complete_win(BoundedSearch<W>& search, const Position<W>& position, const Stop& stop,
                  Decision<W>& decision);

/// The bits of a table for BoundedSearch that takes so many bytes at most.
template <int W>
unsigned table_bits_for(std::uint64_t bytes);

}  // namespace onyx
