// Whole boards: the values of all positions of a board.
#pragma once

#include "core/base/stop.h"
#include "solver/engine/tier_run/tier_run.h"

namespace onyx {

struct WholeBoardSettings {
  Threads threads = Threads::all;
  bool with_distances = false;  ///< Takes several times the time and memory.
};

struct WholeBoard {
  End end = End::complete;       ///< If not complete, the other fields are partial.
  CountsBySide counts;           ///< Over all colourings.
  std::uint64_t peak_bytes = 0;  ///< The most memory in use at a time.
  int most_sweeps = 0;
  /// With distances: the positions decided in each number of plies; finished ones count in 0.
  std::vector<std::uint64_t> histogram;
};

/// The most points of a board that can be solved, because blocks are numbered in 32 bits.
inline constexpr int kMostWholeBoardPoints = 25;

/// The memory in bytes that solving the board may take, for a check in advance; ignores the savings
/// by symmetry. Any size is allowed; the number may be astronomical.
double whole_board_bytes(BoardSize size, bool with_distances = false);

/// The memory in bytes of the connection tables that a run keeps.
double connection_bytes(BoardSize size);

/// The part of whole_board_bytes() without slices: the memory for a single tier of the board.
double one_tier_bytes(BoardSize size, bool with_distances = false);

/// All positions of a board as a task for the tier engine.
template <int W>
TierTask<W> whole_board_task(const WideBoard<W>& board, bool with_distances = false);

/// The board must have at most kMostWholeBoardPoints points. Throws std::bad_alloc. `visit`, if
/// set, is called for each solved tier. Only the interrupt of `stop` is honoured; progress is
/// reported after each tier, as the number of tiers done.
template <int W>
WholeBoard solve_whole_board(const WideBoard<W>& board, const WholeBoardSettings& settings,
                             const typename TierRun<W>::Visit& visit = {}, const Stop& stop = {});

/// As above, but makes the board itself.
WholeBoard solve_whole_board(BoardSize size, const WholeBoardSettings& settings = {},
                             const Stop& stop = {});

}  // namespace onyx
