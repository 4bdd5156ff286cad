// Retro-moves are the inverse of moves. Compares them with all moves on small boards, and with the
// plain engine on larger boards.
#include "solver/proof_games/retro_moves.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support.h"

namespace onyx {
namespace {

/// A predecessor and the move from it.
template <int W>
using Steps = std::set<std::pair<WidePosition<W>, Place>>;

template <int W>
Steps<W> predecessors(const WideBoard<W>& board, const WidePosition<W>& position) {
  Steps<W> steps;
  for_each_predecessor(board, position, [&](const WidePosition<W>& before, Place move) {
    EXPECT_TRUE(steps.insert({before, move}).second) << format_position(board, position);
  });
  return steps;
}

TEST(RetroMoves, AreTheInverseOfMoves) {
  for (const BoardSize size : {BoardSize{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      std::vector<WidePosition<W>> positions;
      std::map<WidePosition<W>, Steps<W>> expected;
      test::for_each_legal_position(board, [&](const WidePosition<W>& position) {
        positions.push_back(position);
        legal_moves(board, position).for_each([&](Place move) {
          expected[successor(board, position, move)].insert({position, move});
        });
      });
      for (const WidePosition<W>& position : positions) {
        ASSERT_EQ(predecessors(board, position), expected[position])
            << format_position(board, position);
      }
    });
  }
}

TEST(RetroMoves, OfRandomGamesReplayInThePlainEngine) {
  test::Rng rng(3);
  int with_captures = 0;
  for (const BoardSize size : {BoardSize{4, 5}, {6, 6}, {12, 12}, {20, 20}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (const WidePosition<W>& setup : test::setups_of(board)) {
        const auto game = test::random_game(board, setup, 3 * board.place_count(), rng);
        for (std::size_t ply = 1; ply < game.size(); ++ply) {
          const Steps<W> steps = predecessors(board, game[ply]);
          const PlaceSet<W> placed =
              game[ply].of(game[ply - 1].to_move) - game[ply - 1].of(game[ply - 1].to_move);
          ASSERT_TRUE(steps.contains({game[ply - 1], placed.lowest()}));
          // The plain engine is slow on large boards.
          if (test::random_below(rng, board.place_count()) > 20) continue;
          const plain::Position after = test::to_reference(board, game[ply]);
          for (const auto& [before, move] : steps) {
            ASSERT_EQ(defect_of(board, before), "");
            if (captured_by(board, before, move).any()) ++with_captures;
            const std::string text = format_move(board, before, move);
            ASSERT_EQ(plain::play(test::to_reference(board, before), text), after) << text;
          }
        }
      }
    });
  }
  EXPECT_GT(with_captures, 10);
}

}  // namespace
}  // namespace onyx
