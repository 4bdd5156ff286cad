#include "solver/certificate/from_proof.h"

#include "core/base/assert.h"

namespace onyx::proof_number {

template <int W>
Proof<W> prove(Searcher<W>& searcher, const WidePosition<W>& position, const FoundValue<W>& value,
               const Stop& stop, StrategyDraft<W> draft) {
  ONYX_ASSERT(value.end == End::complete);
  Proof<W> proof;
  if (value.is_draw) {
    proof.strategies = value.safe;
    return proof;
  }
  WinningStrategy<W> found =
      winning_strategy(searcher, position, value.winner, stop, std::move(draft));
  proof.end = found.end;
  proof.searched = found.searched;
  proof.plies = found.plies;
  proof.strategies.push_back(std::move(found.strategy));
  return proof;
}

template <int W>
std::optional<Certificate> certify_draw(const WideBoard<W>& board, const WidePosition<W>& position,
                                        std::uint64_t table_bytes, const Stop& stop) {
  ProofTable<W> table(table_bytes);
  Searcher<W> searcher(board, table);
  const FoundValue<W> value = find_value(searcher, position, stop);
  if (value.end != End::complete || !value.is_draw) return std::nullopt;
  return certificate_of(board, position, Claim::draw, prove(searcher, position, value, stop));
}

#define ONYX_INSTANTIATE(W)                                                                        \
  template Proof<W> prove(Searcher<W>&, const WidePosition<W>&, const FoundValue<W>&, const Stop&, \
                          StrategyDraft<W>);                                                       \
  template std::optional<Certificate> certify_draw(const WideBoard<W>&, const WidePosition<W>&,    \
                                                   std::uint64_t, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
