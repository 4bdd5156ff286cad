// The values of a position and of all its moves. Some follow from others: a winning move makes the
// position a win; if all moves are known, the best one counts; all moves of a lost position lose.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "solver/decide/decide.h"

namespace onyx {

struct MoveValue {
  Place move;
  Decision after;        ///< Without its basis.
  bool follows = false;  ///< Inferred, not decided; only the claim is known.
  bool is_best = false;  ///< As far as known.
};

struct MoveValues {
  Decision value;
  bool follows = false;
  std::vector<MoveValue> moves;
};

/// The value that follows from the values of all moves (at least one); std::nullopt means unknown.
std::optional<Claim> value_by_moves(const std::vector<std::optional<Claim>>& after, Player mover);

/// Decides `position`: the one after `move` or, if there is no `move`, the original position.
using DecideMove = std::function<Decision(const Position& position, std::optional<Place> move)>;

/// Calls `decide` for all moves, beginning with those in `first`, and then for the position itself.
MoveValues values_of_moves(const Position& position, const DecideMove& decide,
                           const std::vector<Place>& first = {});

/// Uses one Decider; all its calls share `stop`.
MoveValues values_of_moves(const Position& position, const Stop& stop);

}  // namespace onyx
