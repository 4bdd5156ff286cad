// The value of a position by proof-number search, and why it is correct.
//
// The search first asks whether one player wins. A proof shows that this player wins; a disproof
// without repetitions shows that the opponent wins, on any path (searcher.h). Otherwise the search
// asks whether the other player wins. If both disproofs rely on repetitions, a safe strategy is
// built for each player (safe_strategy.h). If both strategies close, the value is a draw; a
// strategy that does not close proves the other player's win. So no value rests on a hash, or on a
// disproof that may depend on its path.
#pragma once

#include "solver/engine/proof_number/safe_strategy.h"
#include "solver/engine/proof_number/searcher.h"

namespace onyx::proof_number {

/// The value of a position, as far as it was found.
template <int W>
struct FoundValue {
  End end = End::complete;
  bool is_draw = false;
  Player winner = Player::V;  ///< If solved and not a draw.
  int plies = 0;              ///< The win takes at most this many plies, unless kPliesUnknown.
  /// A winning or drawing move; meaningless for a loss.
  Place move = 0;
  /// For a draw: the two closed strategies, V's first.
  std::vector<StrategyMoves<W>> safe;
};

/// The value if the searcher already knows a win of either player.
template <int W>
std::optional<FoundValue<W>> settled(const Searcher<W>& searcher, const WidePosition<W>& position);

/// Searches all positions at once, so that find_value() has little left to do.
template <int W>
End prepare_values(Searcher<W>& searcher, std::span<const WidePosition<W>> positions,
                   const Stop& stop, Player first = Player::V);

/// `position` must be legal and not finished. Limits on nodes apply to each search. `end` is the
/// memory limit if the table is too small.
template <int W>
FoundValue<W> find_value(Searcher<W>& searcher, const WidePosition<W>& position, const Stop& stop,
                         Player first = Player::V);

}  // namespace onyx::proof_number
