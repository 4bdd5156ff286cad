// Zobrist keys: incremental keys equal keys computed from scratch, the same place has the same key
// on every board, and keys never change.
#include "core/zobrist.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support.h"

namespace onyx {
namespace {

TEST(Zobrist, IncrementalEqualsFromScratch) {
  test::Rng rng(1);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const ZobristKeys keys(board.geometry());
      for (const WidePosition<W>& setup : test::setups_of(board)) {
        for (int round = 0; round < 3; ++round) {
          WidePosition<W> position = setup;
          std::uint64_t key = keys.key_of(position);
          for (int ply = 0; ply < 600 && !is_finished(board, position); ++ply) {
            const Place move = test::random_move(board, position, rng);
            key = keys.key_after(key, position.to_move, move, captured_by(board, position, move));
            position = successor(board, position, move);
            ASSERT_EQ(key, keys.key_of(position)) << format_position(board, position);
          }
        }
      }
    });
  }
}

TEST(Zobrist, IsTheExclusiveOrOfItsParts) {
  const WideBoard<1> board({4, 4});
  const ZobristKeys keys(board.geometry());
  WidePosition<1> position;
  EXPECT_EQ(keys.key_of(position), 0U);
  position.to_move = Player::H;
  EXPECT_EQ(keys.key_of(position), keys.side());
  position.of(Player::V).add(3);
  position.of(Player::H).add(17);
  EXPECT_EQ(keys.key_of(position),
            keys.side() ^ keys.stone(Player::V, 3) ^ keys.stone(Player::H, 17));
}

TEST(Zobrist, IsEqualForTheSamePlaceOfAnyBoard) {
  const Geometry largest({kMaxSide, kMaxSide});
  const ZobristKeys largest_keys(largest);
  for (const BoardSize size : test::all_sizes()) {
    const Geometry geometry(size);
    const ZobristKeys keys(geometry);
    EXPECT_EQ(keys.side(), largest_keys.side());
    for (int i = 0; i < geometry.place_count(); ++i) {
      const auto place = static_cast<Place>(i);
      const Place same = geometry.is_midpoint(place)
                             ? largest.midpoint_of(geometry.square_of(place))
                             : largest.point_at(geometry.x_of(place), geometry.y_of(place));
      for (const Player player : test::kPlayers) {
        ASSERT_EQ(keys.stone(player, place), largest_keys.stone(player, same));
      }
    }
  }
}

TEST(Zobrist, AllKeysOfTheLargestBoardDiffer) {
  const Geometry geometry({kMaxSide, kMaxSide});
  const ZobristKeys keys(geometry);
  std::set<std::uint64_t> different{0, keys.side()};
  for (int i = 0; i < geometry.place_count(); ++i) {
    for (const Player player : test::kPlayers) {
      different.insert(keys.stone(player, static_cast<Place>(i)));
    }
  }
  EXPECT_EQ(different.size(), 2U + 2U * 580U);
}

// Tables and results on disk may depend on these numbers, so they must never change.
TEST(Zobrist, KeysNeverChange) {
  EXPECT_EQ(zobrist_xxhash({0, 0, 2}), 0x13aba29d95a65f30ULL);
  EXPECT_EQ(zobrist_xxhash({0, 0, 0}), 0xeb5d658bb22f286bULL);
  EXPECT_EQ(zobrist_xxhash({3, 1, 1}), 0x14a510ebae44977eULL);
  const auto key_of = [](std::string_view text) {
    return test::with_position(text, [](const auto& board, const auto& position) {
      return ZobristKeys(board.geometry()).key_of(position);
    });
  };
  EXPECT_EQ(key_of("standard:12x12"), 0x527dae50145e3c5aULL);
  EXPECT_EQ(key_of("V2H/1H2/2V1/3V BC12:V H"), 0x78b4c84ab14662c4ULL);
}

TEST(Zobrist, CanUseOtherFunctions) {
  const Geometry geometry({3, 3});
  const ZobristKeys constant(geometry, [](ZobristInput) -> std::uint64_t { return 7; });
  EXPECT_EQ(constant.side(), 7U);
  EXPECT_EQ(constant.stone(Player::H, 10), 7U);
  // The function gets doubled coordinates: C2 is (4, 2), and the midpoint BC12 is (3, 1).
  const ZobristKeys input(geometry, [](ZobristInput in) {
    return std::uint64_t{in.x2} * 100 + std::uint64_t{in.y2} * 10 + in.colour;
  });
  EXPECT_EQ(input.side(), 2U);
  EXPECT_EQ(input.stone(Player::V, parse_place(geometry, "C2")), 420U);
  EXPECT_EQ(input.stone(Player::H, parse_place(geometry, "BC12")), 311U);
}

}  // namespace
}  // namespace onyx
