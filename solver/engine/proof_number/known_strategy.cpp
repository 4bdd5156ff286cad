#include "solver/engine/proof_number/known_strategy.h"

#include <algorithm>

#include "solver/engine/proof_number/strategy_ranks.h"

namespace onyx::proof_number {
namespace {

/// The work behind a win is unknown. It is assumed to grow with the length of the play, so that a
/// full table keeps the wins that would be hard to find again.
std::uint32_t work_of(int rank) { return std::uint32_t{1} << std::min(rank, 30); }

}  // namespace

template <int W>
void record_strategy(Searcher<W>& searcher, const WidePosition<W>& start,
                     const StrategyMoves<W>& strategy) {
  const WideBoard<W>& board = searcher.board();
  if (is_finished(board, start)) return;  // there is nothing to search, nor a move to record
  const auto record = [&](const WidePosition<W>& position, int plies, Place move) {
    searcher.record(
        position, strategy.owner,
        {Numbers::proved(), plies < kMostRank ? static_cast<std::uint16_t>(plies) : kPliesUnknown,
         move, work_of(plies)});
  };
  strategy.moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
    record(unpack(packed), entry.rank, entry.move);
  });
  if (start.to_move != strategy.owner) {
    record(start, plies_from(board, start, strategy), placements(board, start).lowest());
  }
}

#define ONYX_INSTANTIATE(W) \
  template void record_strategy(Searcher<W>&, const WidePosition<W>&, const StrategyMoves<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
