// The strategies behind a value that proof-number search found.
#pragma once

#include <optional>

#include "solver/certificate/proof.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/winning_strategy.h"

namespace onyx::proof_number {

/// `value` must be complete, and found by this searcher. After a limit, `strategies` has the part
/// of a winning strategy that is already written, for another attempt (StrategyDraft).
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

}  // namespace onyx::proof_number
