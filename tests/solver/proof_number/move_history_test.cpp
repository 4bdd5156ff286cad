// What is counted of moves, by itself and in a search.
#include "solver/proof_number/move_history.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/proof_number/found_value.h"

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
  EXPECT_LE(history_.hardness(empty_, f6_, c3_), kUsual / 2);
}

std::uint64_t nodes_to_solve(const char* setup, bool has_history) {
  Techniques techniques;
  techniques.history = has_history;
  return with_board(board_size_of(setup), [&]<int W>(const Board<W>& board) {
    ProofTable<W> table(std::uint64_t{1} << 24);
    Searcher<W> searcher(board, table, 1, techniques);
    EXPECT_EQ(find_value(searcher, parse_position(board, setup), {}).end, End::complete);
    return searcher.nodes();
  });
}

// Nodes of one thread are the same on every machine. Both sides of 4x4 are even: it is folded.
TEST_F(MoveHistoryTest, SparesTheSearchNodes) {
  EXPECT_LT(nodes_to_solve("open:4x4", true), nodes_to_solve("open:4x4", false));
  EXPECT_LT(nodes_to_solve("open:5x4", true), nodes_to_solve("open:5x4", false));
}

}  // namespace
}  // namespace onyx::proof_number
