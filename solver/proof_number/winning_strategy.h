// The strategy behind a proof: the winner's move wherever he moves, in brief, up to where he wins
// within three plies.
//
// It is read from the table, and what the table has lost is searched again; so is what only virtual
// connections decided. Of several moves that are known to win, the one is taken that adds least to
// the strategy, which then may take longer to win. Some play under the strategy may then lead back
// to where it comes from, and go round for ever. Positions whose play always ends keep their moves.
// The others take moves that lead to nothing but such positions, until there are no more; what is
// left takes the moves of the search itself: each proof knows in how many plies it wins at most,
// and moves to positions that have less. Only a proof that was lost and found again on a longer way
// might break that order. Then the table is emptied but for the positions whose play always ends,
// and the rest is proved again from there.
//
// A table that was read from a file may say anything. Nothing is taken from it but which move to
// look at: every move is legal, no reply connects, and all play ends, or there is no strategy.
#pragma once

#include <functional>

#include "solver/proof_number/found_value.h"
#include "solver/proof_number/searcher.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
struct WinningStrategy {
  End end = End::complete;
  /// In brief; its ranks mean nothing any more. After a limit, as far as it was written down, for
  /// another attempt to begin with.
  StrategyMoves<W> strategy;
  std::uint64_t searched = 0;  ///< Positions that the table did not have.
  int plies = 0;               ///< The longest play under it.
};

/// How a strategy that takes hours to write down outlives an interruption.
template <int W>
struct StrategyDraft {
  /// What an earlier attempt at the same strategy left, to begin with. Nothing is taken from it but
  /// moves to look at, as from a table; each must be legal and let the loser not win at once.
  MoveTable<W> begun;
  /// Moves that win, to be taken where play comes to these positions; others take their place only
  /// where play would not end otherwise.
  MoveTable<W> preferred;
  /// Called every so often while it is written down.
  std::function<void(const StrategyMoves<W>&)> save;
  Stop::Clock::duration between_saves{};
};

/// `position` must be legal, not finished, and known to be won by `winner`. Throws TableTooSmall if
/// the table cannot hold a proof together, and WrongTable. Progress is told while positions are
/// written down (`finding`), and then while all play is followed to see that it ends (`deciding`).
template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const Position<W>& position,
                                    Player winner, const Stop& stop, StrategyDraft<W> draft = {});

}  // namespace onyx::proof_number
