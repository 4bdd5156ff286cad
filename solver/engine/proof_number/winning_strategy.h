// The strategy behind a proof: the winner's move in each position with the winner to move, *in
// brief*: only up to where the winner wins within three plies.
//
// The strategy is read from the table. Results that the table has lost are searched again, and so
// are results that only virtual connections decided. Among several moves known to win, the one that
// adds the fewest positions to the strategy is taken, although it may take longer to win. So some
// play under the strategy may repeat for ever. Positions whose play always ends keep their moves.
// The others get moves that lead only to such positions, as far as there are any. The rest get the
// moves of the search itself: each proof has an upper bound on the plies of its win, and its move
// leads to positions with lower bounds. Only a proof that was lost, and found again with a longer
// win, can break that order. Then the table is emptied except for the positions whose play always
// ends, and the rest is proved again from there.
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
  /// In brief, without valid ranks. After a limit, the part that was written down; another attempt
  /// can begin with it.
  StrategyMoves<W> strategy;
  std::uint64_t searched = 0;  ///< Positions that the table did not have.
  int plies = 0;               ///< Plies of the longest play under the strategy.
};

/// Lets a strategy that takes hours to write down survive an interruption.
template <int W>
struct StrategyDraft {
  /// The entries that an earlier attempt at this strategy left. They only suggest moves to try, as
  /// a table does; each move must be legal and must not let the loser win at once.
  MoveTable<W> begun;
  /// Winning moves, to be taken where play reaches their positions. Other moves replace them only
  /// where play would not end otherwise.
  MoveTable<W> preferred;
  /// Called once per `between_saves` while the strategy is written down.
  std::function<void(const StrategyMoves<W>&)> save;
  Stop::Clock::duration between_saves{};
};

/// `position` must be legal, not finished, and known to be won by `winner`. Ends with
/// End::memory_limit if the table is too small to keep a whole proof. Throws WrongTable. Progress
/// is reported as `finding` while positions are written down, and then as `deciding` while all play
/// is followed to see that it ends.
template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const WidePosition<W>& position,
                                    Player winner, const Stop& stop, StrategyDraft<W> draft = {});

}  // namespace onyx::proof_number
