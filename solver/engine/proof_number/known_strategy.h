// Records strategies that are known already, for example from a certificate: the search need not
// find their wins again, and learns from them.
#pragma once

#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// Records that the owner wins `start` and each position of the strategy, and in how many plies:
/// the length of the longest play under the strategy. The strategy (in brief, strategy_moves.h)
/// must win, be acceptable to the referee, and have its ranks (strategy_ranks.h). Entries for which
/// the table has no room are left out; nothing is recorded for a finished game. O(entries). Not
/// thread-safe.
template <int W>
void record_strategy(Searcher<W>& searcher, const WidePosition<W>& start,
                     const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
