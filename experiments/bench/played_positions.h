// Positions of the kind that players ask about: some plies before the end of games between players
// who look at the shortest connections.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/board.h"

namespace onyx {

/// A position and how long its game still was.
struct PlayedPosition {
  std::string board;
  int plies_left = 0;
  std::string position;
};

/// So many positions, each `plies_left` before the end of a game of its own from the open or, by
/// turns, the standard setup. The same seed gives the same positions on every machine.
std::vector<PlayedPosition> played_positions(BoardSize size, int plies_left, int count,
                                             std::uint64_t seed);

/// The mixture that the benchmark takes: 78 positions of 6x6, 8x8 and 12x12.
std::vector<PlayedPosition> benchmark_positions();

}  // namespace onyx
