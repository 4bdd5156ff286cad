#include "solver/proof_number/move_history.h"

#include <gtest/gtest.h>

#include "core/notation.h"

namespace onyx::proof_number {
namespace {

constexpr std::uint32_t kUsual = MoveHistory<1>::kUsual;

class MoveHistoryTest : public testing::Test {
 protected:
  const Board<1> board_{{6, 6}};
  const Position<1> empty_ = parse_position(board_, "open:6x6");
  const Place c3_ = parse_move(board_, empty_, "C3");
  const Place d4_ = parse_move(board_, empty_, "D4");
  const Place f6_ = parse_move(board_, empty_, "F6");
  MoveHistory<1> history_{board_};
};

TEST_F(MoveHistoryTest, KnowsNothingAtFirst) {
  for (Place move = 0; move < board_.place_count(); ++move) {
    EXPECT_EQ(history_.hardness(empty_, history_.no_move(), move), kUsual);
    EXPECT_EQ(history_.hardness(empty_, c3_, move), kUsual);
  }
}

TEST_F(MoveHistoryTest, WhatWinsSeemsEasierAndWhatLosesHarder) {
  for (int i = 0; i < 50; ++i) history_.count_win(empty_, f6_, c3_);
  for (int i = 0; i < 50; ++i) history_.count_loss(empty_, f6_, d4_);
  EXPECT_LT(history_.hardness(empty_, f6_, c3_), kUsual);
  EXPECT_GT(history_.hardness(empty_, f6_, d4_), kUsual);
  // By the stones around it alone, which are none, also as the answer to another move; but less so.
  EXPECT_LT(history_.hardness(empty_, d4_, c3_), kUsual);
  EXPECT_GT(history_.hardness(empty_, d4_, c3_), history_.hardness(empty_, f6_, c3_));
}

TEST_F(MoveHistoryTest, StonesNearAPlaceCountAndOthersDoNot) {
  for (int i = 0; i < 50; ++i) history_.count_win(empty_, f6_, c3_);
  Position<1> near = empty_;
  near.stones[0].add(parse_move(board_, empty_, "B3"));
  Position<1> far = empty_;
  far.stones[0].add(f6_);
  EXPECT_EQ(history_.hardness(near, d4_, c3_), kUsual);
  EXPECT_LT(history_.hardness(far, d4_, c3_), kUsual);
  Position<1> of_h = empty_;
  of_h.to_move = Player::H;
  EXPECT_EQ(history_.hardness(of_h, f6_, c3_), kUsual);
}

TEST_F(MoveHistoryTest, StaysWithinItsBoundsAndForgets) {
  for (int i = 0; i < 100'000; ++i) history_.count_loss(empty_, f6_, c3_);
  const std::uint32_t hardest = history_.hardness(empty_, f6_, c3_);
  EXPECT_LE(hardest, 16 * kUsual);
  EXPECT_GT(hardest, 4 * kUsual);
  for (int i = 0; i < 100'000; ++i) history_.count_win(empty_, f6_, c3_);
  EXPECT_LT(history_.hardness(empty_, f6_, c3_), kUsual);
  EXPECT_GE(history_.hardness(empty_, f6_, c3_), kUsual / 4);
}

}  // namespace
}  // namespace onyx::proof_number
