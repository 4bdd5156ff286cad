// What is counted of moves, by itself and in a search.
#include "solver/proof_number/move_history.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/proof_number/found_value.h"

namespace onyx::proof_number {
namespace {

constexpr std::uint32_t kUsual = MoveHistory::kUsual;
constexpr Place kPlaces = 48;
constexpr Place kPrevious = 35;
constexpr Place kMove = 14;
constexpr Place kOther = 21;

TEST(MoveHistory, KnowsNothingAtFirst) {
  const MoveHistory history(kPlaces);
  for (Place previous = 0; previous <= history.no_move(); ++previous) {
    for (Place move = 0; move < kPlaces; ++move) {
      EXPECT_EQ(history.hardness(Player::V, previous, move), kUsual);
      EXPECT_EQ(history.hardness(Player::H, previous, move), kUsual);
    }
  }
}

TEST(MoveHistory, WhatWinsSeemsEasierAndWhatLosesHarder) {
  MoveHistory history(kPlaces);
  for (int i = 0; i < 50; ++i) history.count_win(Player::V, kPrevious, kMove);
  for (int i = 0; i < 50; ++i) history.count_loss(Player::V, kPrevious, kOther);
  EXPECT_LT(history.hardness(Player::V, kPrevious, kMove), kUsual);
  EXPECT_GT(history.hardness(Player::V, kPrevious, kOther), kUsual);
  // Only as answers to this move, by this player.
  EXPECT_EQ(history.hardness(Player::H, kPrevious, kMove), kUsual);
  EXPECT_EQ(history.hardness(Player::V, kOther, kMove), kUsual);
  EXPECT_EQ(history.hardness(Player::V, history.no_move(), kMove), kUsual);
}

TEST(MoveHistory, StaysWithinItsBoundsAndForgets) {
  MoveHistory history(kPlaces);
  for (int i = 0; i < 100'000; ++i) history.count_loss(Player::V, kPrevious, kMove);
  EXPECT_EQ(history.hardness(Player::V, kPrevious, kMove), 16 * kUsual);
  for (int i = 0; i < 100'000; ++i) history.count_win(Player::V, kPrevious, kMove);
  EXPECT_LT(history.hardness(Player::V, kPrevious, kMove), kUsual);
  EXPECT_GE(history.hardness(Player::V, kPrevious, kMove), kUsual / 2);
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
TEST(MoveHistory, SparesTheSearchNodes) {
  EXPECT_LT(nodes_to_solve("open:4x4", true), nodes_to_solve("open:4x4", false));
  EXPECT_LT(nodes_to_solve("open:5x4", true), nodes_to_solve("open:5x4", false));
}

}  // namespace
}  // namespace onyx::proof_number
