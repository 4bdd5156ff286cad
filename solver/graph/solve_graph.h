// From positions to their values: explore everything reachable, then count backwards.
#pragma once

#include <algorithm>
#include <span>

#include "solver/graph/explorer.h"
#include "solver/graph/strategy.h"

namespace onyx {

template <int W>
struct GraphSolution {
  End end = End::complete;
  Reached reached;        ///< By the exploration.
  SolvedGraph<W> solved;  ///< Empty unless end is complete; its graph's roots are the ones given.

  /// What a memory limit leaves for strategies and certificates.
  std::uint64_t bytes_left(const Stop& stop) const {
    return stop.bytes - std::min<std::uint64_t>(stop.bytes, solved.bytes());
  }
};

/// Values of everything reachable from `roots`; see explore() for what roots and limits mean. The
/// memory limit and the interrupt cover the values as well. The deadline is looked at while
/// exploring only: what follows takes less time than that did. Progress is told of both, in phases
/// `finding` and `deciding`.
template <int W>
GraphSolution<W> solve_graph(const Board<W>& board, std::span<const Position<W>> roots,
                             const Stop& stop, Threads threads = Threads::all,
                             ZobristFunction zobrist = zobrist_xxhash);

}  // namespace onyx
