// The value of a position by proof-number search, and why it is right.
//
// The search is asked whether one player wins, V unless the caller says otherwise. If it proves
// that, he wins; if it disproves it without repetitions, the other does: both are proofs that hold
// on any path (searcher.h). Else it is asked whether the other one wins. If both are disproved with
// the help of repetitions, a safe strategy is built for each player (safe_strategy.h). If both
// close, neither player can force a win: a draw. If one does not, that proves the other player's
// win.
//
// So a win rests on a proof, whose strategy winning_strategy.h writes down, and a draw on two
// closed strategies; nothing rests on a disproof that the path may have spoilt, or on a hash.
#pragma once

#include "solver/proof_number/safe_strategy.h"
#include "solver/proof_number/searcher.h"

namespace onyx::proof_number {

/// What is known of a position's value.
template <int W>
struct FoundValue {
  End end = End::complete;
  bool is_draw = false;
  Player winner = Player::V;  ///< If solved and no draw.
  int plies = 0;              ///< The win takes so many at most, unless kPliesUnknown.
  /// Wins or draws for the player to move; of a loss it means nothing.
  Place move = 0;
  /// For a draw: the two closed strategies, V's first.
  std::vector<StrategyMoves<W>> safe;
};

/// What the searcher knows already: a win of either player. Nothing else is settled without search.
template <int W>
std::optional<FoundValue<W>> settled(const Searcher<W>& searcher, const Position<W>& position);

/// Searches many positions at once, so that find_value() of each has little left to do. The same is
/// asked of the positions.
template <int W>
End prepare_values(Searcher<W>& searcher, std::span<const Position<W>> positions, const Stop& stop,
                   Player first = Player::V);

/// `position` must be legal and not finished. `first`: of whom it is asked first whether he wins.
/// A limit on nodes counts for each search anew. Throws TableTooSmall.
template <int W>
FoundValue<W> find_value(Searcher<W>& searcher, const Position<W>& position, const Stop& stop,
                         Player first = Player::V);

}  // namespace onyx::proof_number
