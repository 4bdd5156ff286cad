// The value of a position and of all its moves. If no engine decides one of them, its value may
// follow from the others: a player with a winning move wins; if all moves are known, the best one
// counts; all moves of a lost position lose.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "solver/decide/decide.h"

namespace onyx {

struct MoveValue {
  Place move;
  Decision after;        ///< Without its basis.
  bool follows = false;  ///< Inferred, not decided by an engine; only the claim is known.
  bool is_best = false;  ///< As far as known.
};

struct MoveValues {
  Decision value;  ///< The value of the position itself; `follows` as for a move.
  bool follows = false;
  std::vector<MoveValue> moves;
};

/// The value of the position that follows from the values of all its moves; std::nullopt marks an
/// unknown value. Returns nothing if the moves leave the value open. There must be a move.
std::optional<Claim> value_by_moves(const std::vector<std::optional<Claim>>& after, Player mover);

/// Decides a position; `move` led to it, or it is the position itself.
using DecideMove = std::function<Decision(const Position& position, std::optional<Place> move)>;

/// Calls `decide(position, move)` for the position after each legal move, first for the moves in
/// `first`, then for the others in the order of places. Finally calls it without a move for the
/// position itself.
MoveValues values_of_moves(const Position& position, const DecideMove& decide,
                           const std::vector<Place>& first = {});

/// Decides all positions by one Decider; all moves share `stop`.
MoveValues values_of_moves(const Position& position, const Stop& stop);

}  // namespace onyx
