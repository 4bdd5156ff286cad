// The strategies behind a verdict of proof-number search.
#pragma once

#include "solver/certificate/proof.h"
#include "solver/proof_number/value.h"
#include "solver/proof_number/winning_strategy.h"

namespace onyx::proof_number {

/// The verdict must be solved, and found by this searcher.
template <int W>
Proof<W> prove(Searcher<W>& searcher, const Position<W>& position, const Verdict<W>& verdict,
               const Stop& stop);

template <int W>
Claim claim_of(const Verdict<W>& verdict) {
  return verdict.is_draw ? Claim::draw : win_of(verdict.winner);
}

}  // namespace onyx::proof_number
