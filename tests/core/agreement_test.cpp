// The core agrees with the plain engine on a hundred thousand random positions: legal moves with
// their marks, the successors, the connected player, and which positions are legal.
#include <gtest/gtest.h>

#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

struct Share {
  BoardSize size;
  int positions;
};

/// Large boards get few positions, because the plain engine is slow there.
constexpr std::array<Share, 18> kShares = {{{{2, 2}, 2000},
                                            {{2, 3}, 2500},
                                            {{3, 2}, 2500},
                                            {{2, 7}, 4000},
                                            {{20, 2}, 2000},
                                            {{3, 3}, 12000},
                                            {{3, 4}, 11000},
                                            {{4, 3}, 11000},
                                            {{4, 4}, 14000},
                                            {{4, 5}, 9000},
                                            {{5, 4}, 9000},
                                            {{5, 5}, 8000},
                                            {{6, 6}, 5000},
                                            {{4, 9}, 2700},
                                            {{9, 9}, 3000},
                                            {{12, 12}, 1500},
                                            {{15, 15}, 500},
                                            {{20, 20}, 300}}};

int all_positions() {
  int sum = 0;
  for (const Share& share : kShares) sum += share.positions;
  return sum;
}

class Agreement : public testing::TestWithParam<Share> {};

template <int W>
void expect_same_judgement(const WideBoard<W>& board, const WidePosition<W>& position,
                           const plain::Position& twin) {
  ASSERT_EQ(format_position(board, position), plain::to_text(twin));
  ASSERT_EQ(is_legal(board, position), plain::valid(twin));
  ASSERT_EQ(defect_of(board, position).empty(), plain::valid(twin));
  ASSERT_EQ(find_cross(board, position) < board.place_count(), plain::has_cross(twin));
  for (const Player player : test::kPlayers) {
    ASSERT_EQ(is_connected(board, position.of(player), player),
              plain::connected(twin, letter_of(player)));
  }
}

/// Compares all moves of a legal position, and the successors after some of them.
template <int W>
void expect_same_moves(const WideBoard<W>& board, const WidePosition<W>& position,
                       const plain::Position& twin, int successors, test::Rng& rng) {
  ASSERT_EQ(is_finished(board, position), plain::game_over(twin));
  const std::vector<Place> moves = test::list(legal_moves(board, position));
  const std::vector<plain::Move> twin_moves = plain::legal_moves(twin);
  ASSERT_EQ(moves.size(), twin_moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ASSERT_EQ(format_move(board, position, moves[i]), twin_moves[i].text());
  }
  if (moves.empty()) return;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (twin_moves[i].pairs > 0) chosen.push_back(i);  // captures first
  }
  chosen.resize(std::min(chosen.size(), static_cast<std::size_t>(successors)));
  while (chosen.size() < static_cast<std::size_t>(successors)) {
    chosen.push_back(
        static_cast<std::size_t>(test::random_below(rng, static_cast<int>(moves.size()))));
  }
  for (const std::size_t i : chosen) {
    ASSERT_EQ(format_position(board, successor(board, position, moves[i])),
              plain::to_text(plain::play(twin, twin_moves[i])))
        << twin_moves[i].text();
  }
}

TEST_P(Agreement, WithThePlainEngine) {
  const BoardSize size = GetParam().size;
  const int positions = GetParam().positions / test::one_in(4);
  test::Rng rng(static_cast<unsigned>(100 * size.width + size.height));
  int legal = 0;
  int illegal = 0;
  int finished = 0;
  with_board(size, [&]<int W>(const WideBoard<W>& board) {
    std::vector<WidePosition<W>> game;
    for (int i = 0; i < positions; ++i) {
      // Alternate: two positions from a random game, one crowded position, one of random stones.
      WidePosition<W> position;
      switch (i % 4) {
        case 0:
        case 1:
          if (game.empty()) {
            game = test::random_game(board, test::random_of(test::setups_of(board), rng),
                                     5 * board.place_count(), rng);
            test::shuffle(game, rng);
            game.resize(std::min<std::size_t>(game.size(), 8));
          }
          position = game.back();
          game.pop_back();
          break;
        case 2:
          position = test::crowded_position(board, test::random_below(rng, 9),
                                            10 * test::random_below(rng, 5), i % 8 == 2, rng);
          break;
        default:
          position = test::random_colouring(board, 40 + 10 * test::random_below(rng, 7), rng);
          break;
      }
      SCOPED_TRACE(format_position(board, position));
      const plain::Position twin = test::to_reference(board, position);
      ASSERT_EQ(test::from_plain(board, twin), position);
      expect_same_judgement(board, position, twin);
      if (!plain::valid(twin)) {
        ASSERT_EQ(i % 4, 3) << "play and crowding make legal positions only";
        ++illegal;
        continue;
      }
      ++legal;
      if (plain::game_over(twin)) ++finished;
      expect_same_moves(board, position, twin, board.place_count() > 40 ? 2 : 6, rng);
    }
  });
  EXPECT_GT(legal, positions / 2);
  EXPECT_GT(finished, 0);
  EXPECT_GT(illegal, 0);
}

TEST(AgreementShares, AreAHundredThousandPositions) { EXPECT_EQ(all_positions(), 100'000); }

INSTANTIATE_TEST_SUITE_P(Boards, Agreement, testing::ValuesIn(kShares),
                         [](const testing::TestParamInfo<Share>& share) {
                           return "On" + format_board_size(share.param.size);
                         });

}  // namespace
}  // namespace onyx
