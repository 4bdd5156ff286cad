// A strategy as a map from positions, and how to walk what it leads to.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

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

/// Thrown where the table says that a position is won which is not: that can only be a table that
/// was read from a file, and lies.
struct WrongTable : std::runtime_error {
  WrongTable() : std::runtime_error("the table that was read claims a win that is none") {}
};

/// Calls visit(next) for the position after each legal move of an unfinished position.
template <int W, class Visit>
void for_each_successor(const Board<W>& board, const Position<W>& position, Visit&& visit) {
  placements(board, position).for_each([&](Place place) {
    visit(successor(board, position, place));
  });
}

/// Walks through all play under a strategy, depth first, replies in the order of places: that of
/// compact certificates (solver/certificate/compact_format.h). `arrive(position)`, with the owner
/// to move, is his move there if play is to be followed from it, and nothing if not, as where it
/// was arrived at before. An explicit stack, as deep as play is long.
template <int W, class Arrive>
void walk(const Board<W>& board, const Position<W>& start, Player owner, Arrive&& arrive) {
  struct Frame {
    Position<W> after;    // a move of the owner's
    PlaceSet<W> replies;  // not yet looked at
  };
  std::vector<Frame> stack;
  const auto follow = [&](const Position<W>& position) {
    const std::optional<Place> move = arrive(position);
    if (!move) return;
    const Position<W> after = successor(board, position, *move);
    stack.push_back({after, legal_moves(board, after)});
  };
  if (start.to_move == owner) {
    follow(start);
  } else {
    stack.push_back({start, legal_moves(board, start)});
  }
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.replies.empty()) {
      stack.pop_back();
    } else {
      const Place reply = frame.replies.pop_lowest();
      follow(successor(board, frame.after, reply));
    }
  }
}

}  // namespace onyx::proof_number
