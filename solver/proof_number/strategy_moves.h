// A strategy as a map from packed positions, which is what remains small for millions of them.
#pragma once

#include <unordered_map>

#include "core/packed_hash.h"
#include "solver/proof_number/proof_table.h"

namespace onyx::proof_number {

struct StrategyMove {
  Place move = 0;
  /// Lets each entry be checked by itself. Of a winning strategy: plies of the longest play from
  /// here, so less after every reply; of a safe one: how many moves of the owner come before, at
  /// least.
  std::uint16_t rank = 0;
};

/// Its owner's move in each position in which he moves that play can reach under it, up to the end
/// of the game: none missing, none spare.
template <int W>
struct StrategyMoves {
  Player owner = Player::V;
  std::unordered_map<PackedPosition<W>, StrategyMove, PackedHash<W>> moves;
};

/// Calls visit(next) for the position after each legal move of an unfinished position.
template <int W, class Visit>
void for_each_successor(const Board<W>& board, const Position<W>& position, Visit&& visit) {
  placements(board, position).for_each([&](Place place) {
    visit(successor(board, position, place));
  });
}

}  // namespace onyx::proof_number
