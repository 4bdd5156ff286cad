// The strategy behind a proof: the winner's move in each position with the winner to move, *in
// brief*: only up to where the winner wins within three plies.
//
// The strategy is read from the table. Results that the table has lost, or that only virtual
// connections decided, are searched again. Among several moves known to win, the one that adds the
// fewest positions to the strategy is taken, so some play may repeat for ever. Positions whose play
// always ends keep their moves. The others get moves that lead only to such positions, if there are
// any, else the moves of the search itself: each proof has an upper bound on the plies of its win,
// and its move leads to positions with lower bounds. Only a proof that was lost, and found again
// with a longer win, can break that order. Then the table is emptied except for the positions whose
// play always ends, and the rest is proved again from there.
//
// A table that was read from a file may be wrong. It only suggests which moves to try: there is no
// strategy unless every move is legal, no reply connects, and all play ends.
#pragma once

#include <functional>

#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
struct WinningStrategy {
  End end = End::complete;
  /// In brief, without valid ranks. After a limit, a part, with which another attempt can begin.
  StrategyMoves<W> strategy;
  std::uint64_t searched = 0;  ///< Positions that the table did not have.
  int plies = 0;               ///< Plies of the longest play under the strategy.
};

/// Lets a strategy that takes hours to write down survive an interruption.
template <int W>
struct StrategyDraft {
  /// The entries that an earlier attempt left. They only suggest moves to try, as a table does;
  /// each move must be legal and must not let the loser win at once.
  MoveTable<W> begun;
  /// Winning moves, to be taken in their positions unless play would not end otherwise.
  MoveTable<W> preferred;
  /// Called once per `between_saves` while the strategy is written down.
  std::function<void(const StrategyMoves<W>&)> save;
  Stop::Clock::duration between_saves{};
};

/// `position` must be legal, not finished, and known to be won by `winner`. Ends with
/// End::memory_limit if the table is too small to keep a whole proof. Throws WrongTable. Progress
/// is reported as `finding`, and then as `deciding` while all play is followed to see that it ends.
template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const WidePosition<W>& position,
                                    Player winner, const Stop& stop, StrategyDraft<W> draft = {});

/// Records a strategy that is known already, for example from a certificate, so that the search
/// need not find its wins again: that the owner wins `start` and each position of the strategy, in
/// how many plies at most. The strategy (in brief, strategy_moves.h) must win, be acceptable to the
/// referee, and have its ranks (strategy_ranks.h). Entries for which the table has no room are left
/// out; nothing is recorded for a finished game. O(entries). Not thread-safe.
template <int W>
void record_strategy(Searcher<W>& searcher, const WidePosition<W>& start,
                     const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
