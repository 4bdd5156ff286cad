// Folded positions, and the images of their places.
#include "solver/engine/proof_number/folding.h"

#include <gtest/gtest.h>

#include "core/moves.h"
#include "tests/support.h"

namespace onyx::proof_number {
namespace {

TEST(Folding, MapsPlacesWithThePosition) {
  const WideBoard<1> board({6, 6});
  const Folding<1> folding(board, true);
  test::Rng rng(3);
  int turned = 0;
  for (int i = 0; i < 200; ++i) {
    const auto position = test::crowded_position(board, 20, 10, false, rng);
    for (Place place = 0; place < board.place_count(); ++place) {
      const Place in_folded = folding.back(position, place);
      for (const Player player : {Player::V, Player::H}) {
        EXPECT_EQ(folding(position).of(player).has(in_folded), position.of(player).has(place));
      }
      EXPECT_EQ(folding.back(position, in_folded), place);  // a half turn is its own inverse
      if (in_folded != place) ++turned;
    }
  }
  EXPECT_GT(turned, 1000);
}

TEST(Folding, FoldsSuccessorsByTheirStone) {
  for (const BoardSize size : {BoardSize{6, 6}, {5, 6}}) {
    const WideBoard<1> board(size);
    const Folding<1> folding(board, true);
    test::Rng rng(5);
    int turned = 0;
    for (int i = 0; i < 100; ++i) {
      const auto position = test::crowded_position(board, 20, 10, false, rng);
      (placements(board, position) - capturing_moves(board, position)).for_each([&](Place place) {
        const WidePosition<1> next = successor(board, position, place);
        const WidePosition<1> folded = folding.after(place, next, folding.turned(position));
        EXPECT_EQ(folded, folding(next));
        if (folded != next) ++turned;
      });
    }
    EXPECT_EQ(turned > 100, size.width == 6);
  }
}

TEST(Folding, LeavesOddBoardsAlone) {
  const WideBoard<1> board({5, 5});
  const Folding<1> folding(board, true);
  test::Rng rng(4);
  const auto position = test::crowded_position(board, 10, 10, false, rng);
  for (Place place = 0; place < board.place_count(); ++place) {
    EXPECT_EQ(folding(position), position);
    EXPECT_EQ(folding.back(position, place), place);
  }
}

}  // namespace
}  // namespace onyx::proof_number
