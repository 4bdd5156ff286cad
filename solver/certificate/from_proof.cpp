#include "solver/certificate/from_proof.h"

namespace onyx::proof_number {

template <int W>
Proof<W> prove(Searcher<W>& searcher, const Position<W>& position, const Verdict<W>& verdict,
               const Stop& stop) {
  Proof<W> proof;
  if (verdict.is_draw) {
    proof.strategies = verdict.safe;
    return proof;
  }
  WinningStrategy<W> found = winning_strategy(searcher, position, verdict.winner, stop);
  proof.end = found.end;
  proof.searched = found.searched;
  proof.plies = found.plies;
  if (found.end == End::complete) proof.strategies.push_back(std::move(found.strategy));
  return proof;
}

#define ONYX_INSTANTIATE(W) \
  template Proof<W> prove(Searcher<W>&, const Position<W>&, const Verdict<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
