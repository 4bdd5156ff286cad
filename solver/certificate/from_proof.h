// The strategies behind a verdict of proof-number search.
#pragma once

#include <optional>

#include "solver/certificate/proof.h"
#include "solver/proof_number/value.h"
#include "solver/proof_number/winning_strategy.h"

namespace onyx::proof_number {

/// The verdict must be solved, and found by this searcher.
template <int W>
Proof<W> prove(Searcher<W>& searcher, const Position<W>& position, const Verdict<W>& verdict,
               const Stop& stop);

/// The certificate of a draw, found and proved with a table of so many bytes; nothing if a limit
/// cut it off or the position is no draw. Of `stop`, a unit of work is a node, and memory is that
/// of one strategy. On one thread; depends on the position and the limits only.
template <int W>
std::optional<Certificate> certify_draw(const Board<W>& board, const Position<W>& position,
                                        std::uint64_t table_bytes, const Stop& stop);

template <int W>
Claim claim_of(const Verdict<W>& verdict) {
  return verdict.is_draw ? Claim::draw : win_of(verdict.winner);
}

}  // namespace onyx::proof_number
