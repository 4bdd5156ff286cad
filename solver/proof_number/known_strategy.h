// Strategies that are known from elsewhere, as from a certificate, made known to the search: it
// need not find again what they win, and learns from it.
#pragma once

#include "solver/proof_number/searcher.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// Records that the owner wins `start`, and each position to which the strategy, in brief, gives a
/// move, in as many plies as the longest play under it takes. It must win, be one that the referee
/// accepts, and have its ranks (strategy_ranks.h). What the table has no room for is left out; of a
/// finished game nothing is recorded.
/// O(entries). Not from two threads at once.
template <int W>
void record_strategy(Searcher<W>& searcher, const Position<W>& start,
                     const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
