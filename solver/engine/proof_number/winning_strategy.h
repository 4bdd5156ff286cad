// The strategy behind a proof: the winner's move in each position with the winner to move, *in
// brief*: only up to where the winner wins within three plies.
//
// The strategy is read from the table; results that the table has lost, or that only virtual
// connections decided, are searched again. Among moves known to win, the one that adds the fewest
// positions is taken, so some play may repeat for ever. Positions whose play always ends keep their
// moves. The others get moves that lead only to such positions, if there are any, else the search's
// own moves: each proof bounds the plies of its win, and its move leads to positions with lower
// bounds. Only a proof that was lost, and found again with a longer win, can break that order. Then
// the table is emptied except for the positions whose play ends, and the rest is proved again.
//
// A table from a file may be wrong, so it only suggests moves to try: there is no strategy unless
// every move is legal, no reply connects, and all play ends.
#pragma once

#include <functional>

#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
struct WinningStrategy {
  End end = End::complete;
  /// In brief, without valid ranks; after a limit, a part, to begin another attempt with.
  StrategyMoves<W> strategy;
  std::uint64_t searched = 0;  ///< Positions that the table did not have.
  int plies = 0;               ///< Plies of the longest play under the strategy.
};

/// Lets a strategy that takes hours to write down survive an interruption.
template <int W>
struct StrategyDraft {
  /// Entries of an earlier attempt: suggested moves, legal and without an immediate loss.
  MoveTable<W> begun;
  /// Winning moves, to be taken unless play would not end otherwise.
  MoveTable<W> preferred;
  std::function<void(const StrategyMoves<W>&)> save;
  Stop::Clock::duration between_saves{};
};

/// `winner` must be known to win `position`, which is not finished. Ends with End::memory_limit if
/// the table cannot keep a proof. Throws WrongTable. Progress: `finding`, then `deciding`.
template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const WidePosition<W>& position,
                                    Player winner, const Stop& stop, StrategyDraft<W> draft = {});

/// Records that the owner of a known strategy, for example from a certificate, wins `start` and all
/// its positions. It must be in brief (strategy_moves.h), be acceptable to the referee, and have
/// its ranks (strategy_ranks.h). A full table leaves out entries. O(entries). Not thread-safe.
template <int W>
void record_strategy(Searcher<W>& searcher, const WidePosition<W>& start,
                     const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
