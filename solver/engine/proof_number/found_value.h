// Finds the value of a position by proof-number search, and proves it.
//
// The search first asks whether one player wins. A proof shows that this player wins. A disproof
// without repetitions shows that the opponent wins (searcher.h). After a disproof with repetitions,
// the search asks whether the opponent wins. If both disproofs have repetitions, a safe strategy is
// built for each player (safe_strategy.h). If both can be built, the value is a draw. If one cannot
// be built, the attempt proves that the other player wins. So no value relies on a hash or on a
// disproof that may depend on the path to the position.
#pragma once

#include "solver/engine/proof_number/safe_strategy.h"
#include "solver/engine/proof_number/searcher.h"

namespace onyx::proof_number {

template <int W>
struct FoundValue {
  End end = End::complete;
  bool is_draw = false;
  Player winner = Player::V;  ///< Valid only if `end` is complete and the value is not a draw.
  int plies = 0;              ///< An upper bound on the plies to the win, or kPliesUnknown.
  /// A winning or drawing move; unspecified if the mover loses.
  Place move = 0;
  /// For a draw: the safe strategies of both players, V's first.
  std::vector<StrategyMoves<W>> safe;
};

/// Returns the value if the searcher already knows which player wins, otherwise nullopt. A settled
/// result answers the question of either attacker.
template <int W>
std::optional<FoundValue<W>> settled(const Searcher<W>& searcher, const WidePosition<W>& position,
                                     Player attacker = Player::V);

/// Searches all positions together, so that later calls of find_value() are fast.
template <int W>
End prepare_values(Searcher<W>& searcher, std::span<const WidePosition<W>> positions,
                   const Stop& stop, Player first = Player::V);

/// Finds the value of a legal, unfinished position. The work limit applies to each search
/// separately. `end` is End::memory_limit if the table is too small.
template <int W>
FoundValue<W> find_value(Searcher<W>& searcher, const WidePosition<W>& position, const Stop& stop,
                         Player first = Player::V);

}  // namespace onyx::proof_number
