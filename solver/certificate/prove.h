// The strategies behind the values that the engines find, as proofs and as certificates.
#pragma once

#include <optional>

#include "solver/certificate/proof.h"
#include "solver/engine/bounded/bounded_search.h"
#include "solver/engine/graph/strategy.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/winning_strategy.h"

namespace onyx {

/// The winner's strategy, with least distance everywhere, by bounded search. Returns nothing if the
/// position is not decided within `plies`, or if the search reaches its limits. If the strategy
/// would take more than about `most_bytes`, the proof's `end` says so.
template <int W>
std::optional<Proof<W>> proof_from(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies, std::uint64_t most_bytes = UINT64_MAX);

/// Like proof_from(), but makes a certificate.
template <int W>
std::optional<Certificate> certify(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies);

/// The strategies, with ranks, that certify the explorer's value of a state: the winner's, or for a
/// draw both players'. The play of a draw follows `cycle` if it is given and starts at the state.
/// Throws std::bad_alloc if the strategies would take more than about `most_bytes`.
template <int W>
Proof<W> proof_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle = {}, std::uint64_t most_bytes = UINT64_MAX);

/// Like proof_from(), but makes a certificate. Also throws std::bad_alloc if the certificate and
/// its JSON would take more than `most_bytes`.
template <int W>
Certificate certify_value(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle = {},
                          std::uint64_t most_bytes = UINT64_MAX);

namespace proof_number {

/// Writes the strategies that prove `value`, which must be complete and found by this searcher. If
/// a limit stops this, `strategies` has the part of a winning strategy that is already written, for
/// another attempt (StrategyDraft).
template <int W>
Proof<W> prove(Searcher<W>& searcher, const WidePosition<W>& position, const FoundValue<W>& value,
               const Stop& stop, StrategyDraft<W> draft = {});

/// The certificate of a draw, found and proved with a transposition table of `table_bytes`; nothing
/// if a limit stopped the search or the position is not a draw. In `stop`, the unit of work is a
/// node, and the memory limit applies to one strategy. Runs on one thread; the result depends only
/// on the position and the limits.
template <int W>
std::optional<Certificate> certify_draw(const WideBoard<W>& board, const WidePosition<W>& position,
                                        std::uint64_t table_bytes, const Stop& stop);

template <int W>
Claim claim_of(const FoundValue<W>& value) {
  return value.is_draw ? Claim::draw : win_of(value.winner);
}

}  // namespace proof_number
}  // namespace onyx
