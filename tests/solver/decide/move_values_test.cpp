// The values of all moves, and the value of the position if some moves are undecided.
#include "solver/decide/move_values.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/notation.h"
#include "tests/solver/decide/decide_once.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::with_position;
using Claims = std::vector<std::optional<Claim>>;

/// Decides all moves with one Decider. `stop` applies to each of its calls.
MoveValues decided_values(const Position& position, const Stop& stop) {
  Decider decider(position.board());
  return values_of_moves(position, [&](const Position& asked, std::optional<Place>) {
    return decider.decide(asked, stop);
  });
}

TEST(MoveValues, GiveTheValueOfThePosition) {
  const auto v = Claim::v_wins;
  const auto h = Claim::h_wins;
  const auto draw = Claim::draw;
  EXPECT_EQ(value_by_moves(Claims{h, {}, v}, Player::V), v);
  EXPECT_EQ(value_by_moves(Claims{h, {}, v}, Player::H), h);
  EXPECT_EQ(value_by_moves(Claims{h, draw}, Player::V), draw);
  EXPECT_EQ(value_by_moves(Claims{h, h}, Player::V), h);
  EXPECT_EQ(value_by_moves(Claims{h, draw, {}}, Player::V), std::nullopt);
  EXPECT_EQ(value_by_moves(Claims{h, {}}, Player::V), std::nullopt);
}

TEST(MoveValues, EqualTheValuesOfTheSuccessors) {
  for (const char* const text : {"open:3x3", "VV1H/V1VV/2H1/1H1H/VH1V - V",
                                 "VVVH/V1VV/HVHV/V1V1/VVH1 CD45:H H", "3V/4/2V1/1V2 - H"}) {
    with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
      const MoveValues found = decided_values(parse_position(text), Stop());
      const Decision value = decide(board, position);
      EXPECT_EQ(found.value.claim, value.claim) << text;
      EXPECT_FALSE(found.follows) << text;
      std::vector<Place> best;
      PlaceSet<W> moves;
      for (const MoveValue& move : found.moves) {
        const Decision after = decide(board, successor(board, position, move.move));
        EXPECT_EQ(move.after.claim, after.claim) << text;
        EXPECT_EQ(move.after.distance, after.distance) << text;
        EXPECT_FALSE(move.follows) << text;
        if (move.is_best) best.push_back(move.move);
        moves.add(move.move);
      }
      EXPECT_EQ(best, value.best_moves) << text;
      EXPECT_EQ(moves, legal_moves(board, position)) << text;
      EXPECT_EQ(static_cast<std::size_t>(moves.count()), found.moves.size()) << text;
    });
  }
}

TEST(MoveValues, FollowFromALostPosition) {
  const Position position = parse_position("3V/4/2V1/1V2 - H");
  ASSERT_EQ(decide(position).claim, Claim::v_wins);
  std::size_t asked = 0;
  const auto found = values_of_moves(position, [&](const Position& one, std::optional<Place> move) {
    if (!move || asked++ % 2 == 0) return decide(one);
    Decision unknown;
    unknown.end = End::time_limit;
    return unknown;
  });
  ASSERT_GE(found.moves.size(), 2U);
  for (std::size_t i = 0; i < found.moves.size(); ++i) {
    EXPECT_TRUE(found.moves[i].after.is_decided());
    EXPECT_EQ(found.moves[i].after.claim, Claim::v_wins);
    EXPECT_EQ(found.moves[i].follows, i % 2 == 1);
    if (found.moves[i].follows) {
      EXPECT_EQ(found.moves[i].after.distance, -1);
    }
  }
}

TEST(MoveValues, ProveAWinOfAnUndecidedPosition) {
  const Position position = parse_position("open:3x3");
  const Decision value = decide(position);
  ASSERT_EQ(value.claim, Claim::v_wins);
  const std::vector<Place> first = {value.best_moves.back()};
  std::vector<std::optional<Place>> asked;
  const auto found = values_of_moves(
      position,
      [&](const Position& one, std::optional<Place> move) {
        asked.push_back(move);
        if (move == first.front()) return decide(one);
        Decision unknown;
        unknown.end = End::memory_limit;
        return unknown;
      },
      first);
  EXPECT_TRUE(found.follows);
  EXPECT_EQ(found.value.claim, Claim::v_wins);
  EXPECT_EQ(asked.front(), first.front());
  EXPECT_EQ(asked.back(), std::nullopt);
  EXPECT_EQ(std::ranges::count(asked, std::optional(first.front())), 1);
  EXPECT_EQ(std::ranges::count_if(found.moves, &MoveValue::is_best), 1);
  EXPECT_TRUE(found.moves.front().is_best);
}

TEST(MoveValues, StayOpenAfterTheDeadline) {
  const Position position = parse_position("open:3x3");
  Stop stop;
  stop.deadline = Stop::Clock::now();
  const MoveValues found = decided_values(position, stop);
  EXPECT_EQ(found.value.end, End::time_limit);
  EXPECT_EQ(found.moves.size(), 11U);
  for (const MoveValue& move : found.moves) {
    EXPECT_EQ(move.after.end, End::time_limit);
    EXPECT_FALSE(move.is_best);
  }
}

}  // namespace
}  // namespace onyx
