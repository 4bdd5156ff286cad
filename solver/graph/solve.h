// From positions to their values: explore everything reachable, then count backwards.
#pragma once

#include <span>

#include "solver/graph/explorer.h"
#include "solver/graph/strategy.h"

namespace onyx {

struct SolveLimits : ExploreLimits {
  /// Called while values are computed, with the states decided so far and all states, if set.
  std::function<void(std::uint64_t decided, std::uint64_t states)> value_progress;
};

template <int W>
struct Solution {
  ExploreEnd end = ExploreEnd::complete;
  ExploreProgress reached;
  SolvedGraph<W> solved;  ///< Empty unless end is complete; its graph's roots are the ones given.
};

/// Values of everything reachable from `roots`; see explore() for what roots and limits mean. The
/// memory limit and the interrupt cover the values as well. The deadline is looked at while
/// exploring only: what follows takes less time than that did.
template <int W>
Solution<W> solve(const Board<W>& board, std::span<const Position<W>> roots, SolveLimits limits);

}  // namespace onyx
