// The strategy behind a proof: the winner's move in each position with the winner to move, in
// brief, up to where the winner wins within three plies.
//
// The strategy is read from the table; results that the table has lost are searched again, and so
// are results that only virtual connections decided. Of several moves known to win, the one that
// adds least to the strategy is taken, although it may take longer to win. Some play under the
// strategy may then lead back to where it came from, and go round for ever. Positions whose play
// always ends keep their moves. The others take moves that lead only to such positions, until there
// are no more; the rest take the moves of the search itself: each proof knows the most plies in
// which it wins, and moves to positions that have fewer. Only a proof that was lost and found again
// on a longer way might break that order. Then only the positions whose play always ends stay in
// the table, and the rest is proved again from there.
//
// A table that was read from a file may say anything. It only suggests which moves to look at:
// every move is legal, no reply connects, and all play ends, or there is no strategy.
#pragma once

#include <functional>

#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
struct WinningStrategy {
  End end = End::complete;
  /// In brief; its ranks mean nothing any more. After a limit, the part that was written down, for
  /// another attempt to begin with.
  StrategyMoves<W> strategy;
  std::uint64_t searched = 0;  ///< Positions that the table did not have.
  int plies = 0;               ///< Plies of the longest play under it.
};

/// Lets a strategy that takes hours to write down survive an interruption.
template <int W>
struct StrategyDraft {
  /// The entries that an earlier attempt at this strategy left, to begin with. They only suggest
  /// moves to look at, as a table does; each move must be legal and must not let the loser win at
  /// once.
  MoveTable<W> begun;
  /// Winning moves, to be taken where play reaches these positions; others replace them only where
  /// play would not end otherwise.
  MoveTable<W> preferred;
  /// Called once per `between_saves` while the strategy is written down.
  std::function<void(const StrategyMoves<W>&)> save;
  Stop::Clock::duration between_saves{};
};

/// `position` must be legal, not finished, and known to be won by `winner`. Ends with
/// End::memory_limit if the table cannot hold a proof together. Throws WrongTable. Progress is
/// reported as `finding` while positions are written down, and then as `deciding` while all play is
/// followed to see that it ends.
template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const WidePosition<W>& position,
                                    Player winner, const Stop& stop, StrategyDraft<W> draft = {});

}  // namespace onyx::proof_number
