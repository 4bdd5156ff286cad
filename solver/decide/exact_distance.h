// The exact distance of a position whose value is known, and all its best moves, if they are cheap
// to find.
//
// Proof-number search finds the winner, but its move need not be the quickest, and it only bounds
// the distance. A bounded search (solver/engine/bounded/bounded_search.h) makes the distance exact
// if that does not take too much search.
#pragma once

#include "solver/decide/decide.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

/// The most memory that the bounded search takes.
inline constexpr std::uint64_t kExactDistanceBytes = std::uint64_t{24} << 20;

/// Makes the distance and the best moves of a decided win exact, if that takes no more work
/// (positions searched) or time than `stop` allows. If only the distance can be found, the best
/// moves stay unchanged. A bound on the distance must be proved: it is not checked again. The
/// search must use outlooks (Looks::ahead); its limits are set anew. `position` must be legal and
/// not finished. Returns whether the distance is now exact.
template <int W>
bool complete_win(BoundedSearch<W>& search, const WidePosition<W>& position, const Stop& stop,
                  Decision& decision);

/// The greatest `table_bits` of a BoundedSearch whose table takes at most `bytes` bytes, but at
/// least 10.
template <int W>
unsigned table_bits_for(std::uint64_t bytes);

}  // namespace onyx
