// The walk through all play under a strategy, in the order in which compact certificates have its
// moves (compact_format.h says what it is).
#pragma once

#include <optional>
#include <vector>

#include "solver/proof_number/strategy_moves.h"

namespace onyx::compact {

/// Arrives at positions with the owner to move: `arrive(position)` is his move there if play is to
/// be followed from it, and nothing if he wins soon, or it was arrived at before. The game must not
/// be over in `start`. An explicit stack, as deep as play is long.
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

}  // namespace onyx::compact
