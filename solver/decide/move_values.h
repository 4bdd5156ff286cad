// The value of a position and of all its moves. If no engine decides one of them, its value may
// follow from the others: a player with a winning move wins; if all moves are known, the best one
// counts; all moves of a lost position lose.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/moves.h"
#include "solver/decide/decide.h"
#include "solver/sight/mistakes.h"

namespace onyx {

template <int W>
struct MoveValue {
  Place move;
  Decision<W> after;     ///< Without its proof.
  bool follows = false;  ///< Inferred, not decided by an engine; only the claim is known.
  bool is_best = false;  ///< As far as known.
};

template <int W>
struct MoveValues {
  Decision<W> value;  ///< Of the position itself; `follows` as for a move.
  bool follows = false;
  std::vector<MoveValue<W>> moves;
};

/// The value of the position that follows from the values of all its moves; `nothing` marks an
/// unknown value. Returns nothing if the moves leave the value open. There must be a move.
inline std::optional<Claim> value_by_moves(const std::vector<std::optional<Claim>>& after,
                                           Player mover) {
  const auto worth_of = [&](const std::optional<Claim>& claim) {
    return claim ? worth(*claim, mover) : -1;
  };
  const auto best = *std::max_element(
      after.begin(), after.end(),
      [&](const auto& one, const auto& other) { return worth_of(one) < worth_of(other); });
  const bool all_known = std::find(after.begin(), after.end(), std::nullopt) == after.end();
  return all_known || best == win_of(mover) ? best : std::nullopt;
}

/// Calls `decide(position, move)` for the position after each legal move, first for the moves in
/// `first`, then for the others in the order of places. At last calls it without a move for the
/// position itself.
template <int W, class Decide>
MoveValues<W> values_of_moves(const WideBoard<W>& board, const WidePosition<W>& position,
                              const Decide& decide, const std::vector<Place>& first = {}) {
  const auto ask = [&](const WidePosition<W>& asked, std::optional<Place> move) {
    Decision<W> decision = decide(asked, move);
    decision.solved.reset();
    decision.found_value.reset();
    return decision;
  };
  const auto follow = [](Claim claim) {
    Decision<W> decision;
    decision.claim = claim;
    decision.all_best_moves = false;
    return decision;
  };
  MoveValues<W> values;
  std::vector<std::optional<Claim>> claims;
  const auto add = [&](Place move) {
    values.moves.push_back({move, ask(successor(board, position, move), move)});
    const Decision<W>& after = values.moves.back().after;
    claims.push_back(after.is_decided() ? std::optional(after.claim) : std::nullopt);
  };
  for (const Place move : first) add(move);
  const auto is_in = [](const std::vector<Place>& places, Place place) {
    return std::find(places.begin(), places.end(), place) != places.end();
  };
  legal_moves(board, position).for_each([&](Place move) {
    if (!is_in(first, move)) add(move);
  });
  values.value = ask(position, std::nullopt);
  if (!values.value.is_decided()) {
    const auto claim = value_by_moves(claims, position.to_move);
    if (!claim) return values;
    values.follows = true;
    values.value = follow(*claim);
  }
  const Decision<W>& value = values.value;
  for (MoveValue<W>& move : values.moves) {
    move.follows = !move.after.is_decided() && value.claim == win_of(other(position.to_move));
    if (move.follows) move.after = follow(value.claim);
    move.is_best = values.follows ? move.after.is_decided() && move.after.claim == value.claim
                                  : is_in(value.best_moves, move.move);
  }
  return values;
}

/// Uses one decider; all moves share `stop`.
template <int W>
MoveValues<W> values_of_moves(const WideBoard<W>& board, const WidePosition<W>& position,
                              const Stop& stop) {
  Decider<W> decider(board);
  return values_of_moves(board, position, [&](const WidePosition<W>& asked, std::optional<Place>) {
    return decider.decide(asked, stop);
  });
}

}  // namespace onyx
