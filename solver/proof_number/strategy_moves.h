// A strategy as a map from positions, and how to walk what it leads to.
#pragma once

#include "core/moves.h"
#include "solver/proof_number/move_table.h"

namespace onyx::proof_number {

/// Its owner's move in each position in which he moves that play can reach under it, up to the end
/// of the game: none missing, none spare. Or *in brief*: up to where he wins within three plies
/// (solver/certificate/brief.h).
template <int W>
struct StrategyMoves {
  Player owner = Player::V;
  MoveTable<W> moves;
};

/// Calls visit(next) for the position after each legal move of an unfinished position.
template <int W, class Visit>
void for_each_successor(const Board<W>& board, const Position<W>& position, Visit&& visit) {
  placements(board, position).for_each([&](Place place) {
    visit(successor(board, position, place));
  });
}

}  // namespace onyx::proof_number
