#include "solver/decide/move_values.h"

#include <algorithm>

#include "core/base/assert.h"

namespace onyx {
namespace {

bool is_in(const std::vector<Place>& places, Place place) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

}  // namespace

std::optional<Claim> value_by_moves(const std::vector<std::optional<Claim>>& after, Player mover) {
  ONYX_ASSERT(!after.empty());
  const auto worth_of = [&](const std::optional<Claim>& claim) {
    return claim ? worth(*claim, mover) : -1;
  };
  const auto best = *std::max_element(
      after.begin(), after.end(),
      [&](const auto& one, const auto& other) { return worth_of(one) < worth_of(other); });
  const bool all_known = std::find(after.begin(), after.end(), std::nullopt) == after.end();
  return all_known || best == win_of(mover) ? best : std::nullopt;
}

MoveValues values_of_moves(const Position& position, const DecideMove& decide,
                           const std::vector<Place>& first) {
  const auto ask = [&](const Position& asked, std::optional<Place> move) {
    Decision decision = decide(asked, move);
    decision.basis.reset();
    return decision;
  };
  const auto follow = [](Claim claim) { return Decision{.claim = claim, .all_best_moves = false}; };
  MoveValues values;
  std::vector<std::optional<Claim>> claims;
  const auto add = [&](Place move) {
    values.moves.push_back({move, ask(successor(position, move), move)});
    const Decision& after = values.moves.back().after;
    claims.push_back(after.is_decided() ? std::optional(after.claim) : std::nullopt);
  };
  for (const Place move : first) add(move);
  legal_moves(position).for_each([&](Place move) {
    if (!is_in(first, move)) add(move);
  });
  values.value = ask(position, std::nullopt);
  if (!values.value.is_decided()) {
    const auto claim = value_by_moves(claims, position.to_move());
    if (!claim) return values;
    values.follows = true;
    values.value = follow(*claim);
  }
  const Decision& value = values.value;
  for (MoveValue& move : values.moves) {
    move.follows = !move.after.is_decided() && value.claim == win_of(other(position.to_move()));
    if (move.follows) move.after = follow(value.claim);
    move.is_best = values.follows ? move.after.is_decided() && move.after.claim == value.claim
                                  : is_in(value.best_moves, move.move);
  }
  return values;
}

}  // namespace onyx
