// Whole boards: the values of all positions of a board.
#pragma once

#include "core/base/stop.h"
#include "solver/tier_run/tier_run.h"

namespace onyx {

struct WholeBoardSettings {
  Threads threads = Threads::all;
  bool with_distances = false;  ///< Several times the time and memory.
};

struct WholeBoard {
  End end = End::complete;       ///< The rest is a part only unless it is complete.
  CountsBySide counts;           ///< Over all colourings.
  std::uint64_t peak_bytes = 0;  ///< Memory in use at a time, at most.
  int most_sweeps = 0;
  /// With distances: how many positions are decided in each number of plies, finished ones in 0.
  std::vector<std::uint64_t> histogram;
};

/// Blocks are numbered in 32 bits.
inline constexpr int kMostWholeBoardPoints = 25;

/// Memory in bytes that solving the board may take, so that it can be refused beforehand. It can be
/// less: this does not know what symmetry saves. Any size is fine; the number may be astronomical.
double whole_board_bytes(BoardSize size, bool with_distances = false);

/// Memory in bytes of the tables of connections that a run keeps.
double connection_bytes(BoardSize size);

/// The part of it that does not go into slices: what solving a single tier of the board takes.
double one_tier_bytes(BoardSize size, bool with_distances = false);

/// All positions of a board as a task for the tier engine.
template <int W>
TierTask<W> whole_board_task(const Board<W>& board, bool with_distances = false);

/// The board must have at most kMostWholeBoardPoints. Throws std::bad_alloc. `visit`, if set, is
/// called for each tier that is solved. Of `stop` only the interrupt ends the work; progress is
/// told after each tier: how many are done.
template <int W>
WholeBoard solve_whole_board(const Board<W>& board, const WholeBoardSettings& settings,
                             const typename TierRun<W>::Visit& visit = {}, const Stop& stop = {});

/// The same for a board that is not needed otherwise.
WholeBoard solve_whole_board(BoardSize size, const WholeBoardSettings& settings = {},
                             const Stop& stop = {});

}  // namespace onyx
