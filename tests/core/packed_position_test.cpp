// Positions are packed without loss, and packed positions differ if and only if positions do.
#include "core/packed_position.h"

#include <gtest/gtest.h>

#include "tests/support.h"

namespace onyx {
namespace {

TEST(PackedPosition, HasTheDocumentedSize) {
  static_assert(sizeof(PackedPosition<1>) == 16);
  static_assert(sizeof(PackedPosition<2>) == 32);
  static_assert(sizeof(PackedPosition<10>) == 160);
  static_assert(std::is_trivially_copyable_v<PackedPosition<4>>);
}

TEST(PackedPosition, RoundTrips) {
  test::Rng rng(1);
  for (const BoardSize size : test::all_sizes()) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int round = 0; round < 5; ++round) {
        const WidePosition<W> position =
            test::random_colouring(board, 25 * test::random_below(rng, 5), rng);
        ASSERT_EQ(unpack(pack(position)), position);
      }
    });
  }
}

TEST(PackedPosition, TellsTheSideFromTheLastPlace) {
  // On some boards, the bit of the last place is next to the bit of the side to move.
  for (const BoardSize size : test::all_sizes()) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const auto last = static_cast<Place>(board.place_count() - 1);
      for (const Player player : test::kPlayers) {
        for (const Player to_move : test::kPlayers) {
          WidePosition<W> position;
          position.of(player).add(last);
          position.to_move = to_move;
          ASSERT_EQ(unpack(pack(position)), position);
        }
      }
    });
  }
}

TEST(PackedPosition, DiffersWherePositionsDiffer) {
  test::Rng rng(2);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int round = 0; round < 20; ++round) {
        const WidePosition<W> a = test::random_colouring(board, 60, rng);
        WidePosition<W> b = a;
        EXPECT_TRUE(pack(a) == pack(b));
        EXPECT_TRUE((pack(a) <=> pack(b)) == 0);
        // Changes one stone or the side to move.
        const int change = test::random_below(rng, 2 * board.place_count() + 1);
        if (change == 2 * board.place_count()) {
          b.to_move = other(b.to_move);
        } else {
          const auto place = static_cast<Place>(change / 2);
          PlaceSet<W>& stones = b.stones[static_cast<std::size_t>(change % 2)];
          b.stones[static_cast<std::size_t>(1 - change % 2)].remove(place);
          stones.has(place) ? stones.remove(place) : stones.add(place);
        }
        EXPECT_FALSE(pack(a) == pack(b));
        EXPECT_EQ(pack(a) < pack(b), pack(b) > pack(a));
        EXPECT_NE(pack(a) < pack(b), pack(b) < pack(a));
      }
    });
  }
}

}  // namespace
}  // namespace onyx
