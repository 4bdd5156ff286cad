// Computes the values of all positions of a whole board.
#pragma once

#include "core/base/stop.h"
#include "solver/engine/tier_run/tier_run.h"

namespace onyx {

struct WholeBoardSettings {
  Threads threads = Threads::all;
  bool with_distances = false;  ///< Needs several times the time and memory.
};

struct WholeBoard {
  End end = End::complete;       ///< If not complete, all other fields are partial.
  CountsBySide counts;           ///< Over all colourings of all tiers.
  std::uint64_t peak_bytes = 0;  ///< The peak memory of the engine and the slices.
  int most_sweeps = 0;
  /// Element i counts the positions decided in i plies; finished positions take 0 plies.
  std::vector<std::uint64_t> histogram;
};

/// Block numbers have 32 bits, hence this limit.
inline constexpr int kMostWholeBoardPoints = 25;

/// Returns an upper bound on the memory in bytes, ignoring symmetry. Any size is allowed.
double whole_board_bytes(BoardSize size, bool with_distances = false);

/// Returns an upper bound on the memory of the connection tables that a run keeps.
double connection_bytes(BoardSize size);

/// Returns the part of whole_board_bytes() that is not for slices.
double one_tier_bytes(BoardSize size, bool with_distances = false);

template <int W>
TierTask<W> whole_board_task(const WideBoard<W>& board, bool with_distances = false);

/// Solves a board of at most kMostWholeBoardPoints points. Uses only the interrupt and the progress
/// callback of `stop`. Throws std::bad_alloc.
template <int W>
WholeBoard solve_whole_board(const WideBoard<W>& board, const WholeBoardSettings& settings,
                             const typename TierRun<W>::Visit& visit = {}, const Stop& stop = {});

}  // namespace onyx
