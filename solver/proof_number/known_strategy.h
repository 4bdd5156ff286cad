// Strategies that are known from elsewhere, as from a certificate, made known to the search: it
// need not find again what they win, and learns from it.
#pragma once

#include "solver/proof_number/searcher.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// Records that `owner` wins `start`, and each position to which the strategy, in brief, gives a
/// move, in as many plies as the longest play under it takes. It must win: be one that the referee
/// accepts. What the table has no room for is left out. Returns why it ended; after a limit nothing
/// is recorded. O(entries * replies), about as long as the referee takes.
template <int W>
End record_strategy(Searcher<W>& searcher, const Position<W>& start, StrategyMoves<W>& strategy,
                    const Stop& stop);

}  // namespace onyx::proof_number
