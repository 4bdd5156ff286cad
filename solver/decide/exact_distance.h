// The distance of a position whose value is known, and all its best moves, where they can be had
// cheaply.
//
// Proof-number search says who wins, by a move that need not be the quickest, and bounds the
// distance. A bounded search (solver/bounded/bounded_search.h) makes that exact, if not too much is
// to be searched.
#pragma once

#include <optional>
#include <vector>

#include "solver/bounded/bounded_search.h"

namespace onyx {

/// What it takes while it searches, at most.
inline constexpr std::uint64_t kExactDistanceBytes = std::uint64_t{24} << 20;

struct ExactDistance {
  int plies = 0;
  bool all_best_moves = false;    ///< If not, there are none: only the distance could be told.
  std::vector<Place> best_moves;  ///< In the order of places.
};

/// `at_most` must be proved: that bound is not searched again.
/// Of a legal and unfinished position that the side to move wins (or loses, if not `mover_wins`) in
/// `at_most` plies, an odd number (or an even one). Nothing if that is more work (positions
/// searched) or time than `stop` allows, or after an interrupt.
template <int W>
std::optional<ExactDistance> exact_distance(const Board<W>& board, const Position<W>& position,
                                            bool mover_wins, int at_most, const Stop& stop);
/// The same by a search that looks ahead, and is the quicker for what it has been asked before. Its
/// limits are set anew.
template <int W>
std::optional<ExactDistance> exact_distance(BoundedSearch<W>& search, const Position<W>& position,
                                            bool mover_wins, int at_most, const Stop& stop);

/// The bits of a table for BoundedSearch that takes so many bytes at most.
template <int W>
unsigned table_bits_for(std::uint64_t bytes);

}  // namespace onyx
