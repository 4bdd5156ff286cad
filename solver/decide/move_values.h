// The values of a position and its moves. Some need no search: a position has the value of its best
// move, a winning move is best, and all moves of a lost position lose.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "solver/decide/decide.h"

namespace onyx {

struct MoveValue {
  Place move;
  Decision after;        ///< The decision for the position after the move, without its basis.
  bool follows = false;  ///< Whether `after` was inferred, not decided; then only the claim is set.
  bool is_best = false;  ///< Whether the move is known to be best.
};

struct MoveValues {
  Decision value;
  bool follows = false;
  std::vector<MoveValue> moves;
};

/// Infers a value from the values after all moves (at least one); nullopt means unknown.
std::optional<Claim> value_by_moves(const std::vector<std::optional<Claim>>& after, Player mover);

/// Decides `position`, which is the position after `move` or, without a move, the original one.
using DecideMove = std::function<Decision(const Position& position, std::optional<Place> move)>;

/// Calls `decide` for the moves in `first`, then the other moves, then the position itself.
MoveValues values_of_moves(const Position& position, const DecideMove& decide,
                           const std::vector<Place>& first = {});

}  // namespace onyx
