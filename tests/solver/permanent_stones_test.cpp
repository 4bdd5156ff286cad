// Which stones of a setup are permanent, and that random play never takes them away.
#include "solver/permanent_stones.h"

#include <gtest/gtest.h>

#include "tests/support.h"

namespace onyx {
namespace {

TEST(PermanentStones, AreThoseOfStandardSetupsWhoseSidesFourDivides) {
  for (const BoardSize size : test::all_sizes()) {
    with_board(size, [&]<int W>(const Board<W>& board) {
      EXPECT_TRUE(permanent_stones(board, open_setup(board)).empty());
      if (!has_standard_setup(size)) return;
      const Position<W> setup = standard_setup(board);
      const PlaceSet<W> all = setup.occupied();
      EXPECT_EQ(permanent_stones(board, setup), size.width % 4 == 0 ? all : PlaceSet<W>{});
    });
  }
}

TEST(PermanentStones, AreNeverCapturedInRandomGames) {
  test::Rng rng(5);
  int captured = 0;
  for (const BoardSize size : {BoardSize{4, 4}, {6, 6}, {8, 8}, {10, 10}, {12, 12}}) {
    with_board(size, [&]<int W>(const Board<W>& board) {
      const Position<W> setup = standard_setup(board);
      const PlaceSet<W> permanent = permanent_stones(board, setup);
      for (int round = 0; round < 100; ++round) {
        for (const Position<W>& position : test::random_game(board, setup, 1000, rng)) {
          for (const Player player : test::kPlayers) {
            const PlaceSet<W> gone = setup.of(player) - position.of(player);
            ASSERT_TRUE((gone & permanent).empty());
            if (gone.any()) ++captured;
          }
        }
      }
    });
  }
  EXPECT_GT(captured, 0);  // of those that are not permanent
}

}  // namespace
}  // namespace onyx
