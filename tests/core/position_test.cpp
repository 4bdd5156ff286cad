// Positions (core/position.h) agree with the engines' WidePosition on boards of every width.
#include "core/position.h"

#include <gtest/gtest.h>

#include <sstream>
#include <unordered_set>

#include "core/line.h"
#include "tests/support.h"

namespace onyx {
namespace {

TEST(Position, PlaysAsTheWidePositionOfItsBoard) {
  test::Rng rng(1);
  std::size_t finished = 0;
  for (const BoardSize size : {BoardSize{4, 4}, {5, 5}, {8, 7}, {12, 12}, {20, 20}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (const auto& setup : test::setups_of(board)) {
        const auto game = test::random_game(board, setup, 2 * board.place_count(), rng);
        Position position = to_plain(board, setup);
        for (std::size_t ply = 0; ply < game.size(); ++ply) {
          const WidePosition<W>& wide = game[ply];
          ASSERT_EQ(position, to_plain(board, wide)) << ply;
          ASSERT_EQ(to_wide<W>(position), wide);
          ASSERT_EQ(format_position(position), format_position(board, wide));
          ASSERT_EQ(parse_position(format_position(position)), position);
          ASSERT_EQ(legal_moves(position), resized<10>(legal_moves(board, wide)));
          ASSERT_EQ(is_finished(position), is_finished(board, wide));
          ASSERT_EQ(winner_of(position).has_value(), is_finished(position));
          ASSERT_EQ(winning_chain(position).empty(), !is_finished(position));
          finished += is_finished(position) ? 1 : 0;
          if (ply + 1 == game.size()) break;
          const Place move = (game[ply + 1].occupied() - wide.occupied()).lowest();
          ASSERT_EQ(format_move(position, move), format_move(board, wide, move));
          ASSERT_EQ(parse_move(position, format_move(position, move)), move);
          ASSERT_EQ(captured_by(position, move), resized<10>(captured_by(board, wide, move)));
          position = successor(position, move);
        }
      }
    });
  }
  EXPECT_GT(finished, 0U);
}

TEST(Position, PositionsAreEqualIffStonesAndSideAre) {
  const Position open(Board({5, 4}));
  EXPECT_EQ(open, parse_position("open:5x4"));
  EXPECT_NE(open, parse_position("open:4x5"));
  EXPECT_NE(open, parse_position("5/5/5/5 - H"));
  EXPECT_EQ(Board({5, 4}), Board({5, 4}));
  EXPECT_EQ(standard_setup(Board({6, 6})), parse_position("standard:6x6"));
  const std::unordered_set<Position> met = {open, successor(open, 0), parse_position("open:5x4")};
  EXPECT_EQ(met.size(), 2U);
  std::ostringstream text;
  text << successor(open, 0);
  EXPECT_EQ(text.str(), "5/5/5/V4 - H");
}

TEST(Position, HasAShortestChainOfTheWinner) {
  const Position won = parse_position("VH1/VH1/V2 - H");
  EXPECT_EQ(winner_of(won), Player::V);
  EXPECT_EQ(winning_chain(won), (std::vector<Place>{6, 3, 0}));
  EXPECT_TRUE(legal_moves(won).empty());
}

TEST(Position, RefusesInvalidTextAndBoards) {
  EXPECT_THROW(Board({1, 4}), std::invalid_argument);
  EXPECT_THROW(standard_setup(Board({6, 4})), std::invalid_argument);
  EXPECT_THROW(parse_position("VV/2 - X"), InputError);
  EXPECT_THROW(parse_move(parse_position("V1/2 - H"), "A2"), InputError);
}

}  // namespace
}  // namespace onyx
