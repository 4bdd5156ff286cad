// Makes proofs and certificates of the values that the engines find.
#pragma once

#include <optional>

#include "solver/certificate/proof.h"
#include "solver/engine/bounded/bounded_search.h"
#include "solver/engine/graph/strategy.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/winning_strategy.h"

namespace onyx {

/// The winner's strategy, with the quickest win in every position. Returns nothing if the position
/// is not decided within `plies`, or if a limit of the search is met. If the strategy would take
/// more than about `most_bytes`, the proof's `end` says so.
template <int W>
std::optional<Proof<W>> proof_from(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies, std::uint64_t most_bytes = UINT64_MAX);

template <int W>
std::optional<Certificate> certify(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies);

/// The strategies that prove the explorer's value of a state. For a draw, play from the state
/// follows `cycle`, if given. Throws std::bad_alloc beyond about `most_bytes`.
template <int W>
Proof<W> proof_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle = {}, std::uint64_t most_bytes = UINT64_MAX);

/// Also throws std::bad_alloc if the certificate and its JSON would take more than `most_bytes`.
template <int W>
Certificate certify_value(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle = {},
                          std::uint64_t most_bytes = UINT64_MAX);

namespace proof_number {

/// The strategies that prove `value`, which this searcher has found. If a limit stops the call,
/// `strategies` has the finished part of a winning strategy, for another attempt (StrategyDraft).
template <int W>
Proof<W> prove(Searcher<W>& searcher, const WidePosition<W>& position, const FoundValue<W>& value,
               const Stop& stop, StrategyDraft<W> draft = {});

/// The certificate of a draw, by a search with a table of `table_bytes`; nothing if a limit was met
/// or the position is not a draw. In `stop`, work is counted in nodes, and the memory limit is for
/// one strategy. Runs on one thread; the result depends only on the position and the limits.
template <int W>
std::optional<Certificate> certify_draw(const WideBoard<W>& board, const WidePosition<W>& position,
                                        std::uint64_t table_bytes, const Stop& stop);

template <int W>
Claim claim_of(const FoundValue<W>& value) {
  return value.is_draw ? Claim::draw : win_of(value.winner);
}

}  // namespace proof_number
}  // namespace onyx
