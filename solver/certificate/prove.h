// Makes proofs and certificates for the values that the engines find.
#pragma once

#include <optional>

#include "solver/certificate/proof.h"
#include "solver/engine/bounded/bounded_search.h"
#include "solver/engine/graph/strategy.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/winning_strategy.h"

namespace onyx {

/// Returns the winner's strategy, which wins as fast as possible in every position; nothing if the
/// position is not decided within `plies` or the search reaches a limit. If the strategy would take
/// more than about `most_bytes`, sets the proof's `end` to End::memory_limit.
template <int W>
std::optional<Proof<W>> proof_from(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies, std::uint64_t most_bytes = UINT64_MAX);

/// Returns the strategies that prove the value of a state in a solved graph. For a draw, play from
/// the state follows `cycle` unless it is empty. Throws std::bad_alloc beyond about `most_bytes`.
template <int W>
Proof<W> proof_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle = {}, std::uint64_t most_bytes = UINT64_MAX);

/// Certifies the value of a state; `most_bytes` also limits the certificate plus its JSON text.
template <int W>
Certificate certify_value(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle = {},
                          std::uint64_t most_bytes = UINT64_MAX);

namespace proof_number {

/// Returns the strategies that prove `value`, which `searcher` must have found. At a limit, returns
/// the finished part of a winning strategy, for another attempt (StrategyDraft).
template <int W>
Proof<W> prove(Searcher<W>& searcher, const WidePosition<W>& position, const FoundValue<W>& value,
               const Stop& stop, StrategyDraft<W> draft = {});

/// Searches with a table of `table_bytes`. Returns a certificate, or nothing if the position is not
/// a draw or the search reaches a limit. The work limit counts nodes; the memory limit applies to
/// each strategy. Runs on one thread. The result depends only on the position and the limits.
template <int W>
std::optional<Certificate> certify_draw(const WideBoard<W>& board, const WidePosition<W>& position,
                                        std::uint64_t table_bytes, const Stop& stop);

template <int W>
Claim claim_of(const FoundValue<W>& value) {
  return value.is_draw ? Claim::draw : win_of(value.winner);
}

}  // namespace proof_number
}  // namespace onyx
