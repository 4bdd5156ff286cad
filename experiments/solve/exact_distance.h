// The distance of a position whose value is known, and all its best moves, where they can be had
// cheaply.
//
// Proof-number search says who wins, by a move that need not be the quickest, and bounds the
// distance. A bounded search (solver/bounded/bounded_search.h) makes that exact, if not too much is
// to be searched.
#pragma once

#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "solver/bounded/bounded_search.h"

namespace onyx::solve_command {

/// What it takes while it searches.
inline constexpr std::uint64_t kExactDistanceBytes = std::uint64_t{24} << 20;

struct ExactDistance {
  int plies = 0;
  std::vector<Place> best_moves;  ///< In the order of places.
};

/// Of a legal and unfinished position that the side to move wins (or loses, if not `mover_wins`) in
/// `at_most` plies. Nothing if more than `nodes` positions would have to be searched, or after an
/// interrupt.
std::optional<ExactDistance> exact_distance(const SmallBoard& board, const SmallPosition& position,
                                            bool mover_wins, int at_most, std::uint64_t nodes,
                                            Interrupt interrupt);

}  // namespace onyx::solve_command
