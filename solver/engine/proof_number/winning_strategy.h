// The strategy behind a proof: the winner's move in each position with the winner to move. It
// is *in brief*: it leaves out positions that the winner wins within three plies.
//
// The strategy is read from the table. Results that the table has lost, or that only virtual
// connections decided, are searched again. The first round takes winning moves that add the fewest
// positions; such moves need not bring the win nearer, so some play may repeat for ever. Positions
// from which all play ends keep their moves. Each other position gets a move that leads only to
// positions of this kind or, if there is none, the move of its proof. A proof bounds the plies of
// its win, and its move leads to positions with lower bounds, so play by proofs ends. The exception
// is a proof that was lost and found again with a longer win. Then the table is cleared, except for
// the positions from which all play ends, and the rest is proved again.
//
// A table from a file may be wrong, so it only suggests moves to try: there is no strategy unless
// every move is legal, no reply connects, and all play ends.
#pragma once

#include <functional>

#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// An unfinished strategy to resume, and how to save progress: building one can take hours.
template <int W>
struct StrategyDraft {
  /// Entries of an earlier attempt. Their moves must be legal and must not lose at once, but need
  /// not win.
  MoveTable<W> begun;
  /// Winning moves to use, except where they would let play repeat for ever.
  MoveTable<W> preferred;
  std::function<void(const StrategyMoves<W>&)> save;
  Stop::Clock::duration between_saves{};
};

/// `winner` must be known to win the unfinished `position`. The result's ranks are not valid. After
/// a limit, the strategy is incomplete, but can be resumed. `end` is End::memory_limit if the table
/// cannot keep a proof. Throws WrongTable. Reports progress as `finding`, then `deciding`.
template <int W>
Proof<W> winning_strategy(Searcher<W>& searcher, const WidePosition<W>& position, Player winner,
                          const Stop& stop, StrategyDraft<W> draft = {});

/// Records in the table that the owner of a known strategy, for example from a certificate, wins
/// `start` and all positions of the strategy. The strategy must be in brief (strategy_moves.h), be
/// acceptable to the referee, and have its ranks (strategy_ranks.h). A full table loses entries.
/// O(entries). Not thread-safe.
template <int W>
void record_strategy(Searcher<W>& searcher, const WidePosition<W>& start,
                     const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
