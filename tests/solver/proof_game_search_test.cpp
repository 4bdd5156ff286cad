// Proof games with captures: what is found replays in the plain engine, nothing that play reaches
// is called impossible, and on small boards every position is decided rightly.
#include "solver/proof_game_search.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/solver/support.h"

namespace onyx {
namespace {

/// A found game, replayed by the plain engine, leads from setup to position.
template <int W>
void expect_proof(const Board<W>& board, const Position<W>& setup, const Position<W>& position,
                  const ProofGame& game) {
  SCOPED_TRACE(format_position(board, position));
  ASSERT_EQ(game.answer, ProofGameAnswer::found) << game.why;
  Position<W> reached = setup;  // only to write the moves down
  plain::Position at = test::to_plain(board, setup);
  for (const Place move : game.moves) {
    ASSERT_NO_THROW(at = plain::play(at, format_move(board, reached, move))) << at;
    reached = successor(board, reached, move);
  }
  ASSERT_EQ(at, test::to_plain(board, position));
}

/// Far more than any position of these tests needs, and soon reached.
ExploreLimits small_limits() {
  ExploreLimits limits;
  limits.states = 300'000;
  return limits;
}

/// A game with many captures, seldom ended by a connection.
template <int W>
Position<W> played_long(const Board<W>& board, const Position<W>& setup, test::Rng& rng) {
  Position<W> position = setup;
  for (int plies = test::random_below(rng, 6 * board.place_count()); plies > 0; --plies) {
    const PlaceSet<W> quiet = placements(board, position) - winning_moves(board, position);
    if (quiet.empty() || is_finished(board, position)) break;
    const bool ends = test::random_below(rng, 200) == 0;
    std::vector<Place> captures;
    quiet.for_each([&](Place move) {
      if (captured_by(board, position, move).any()) captures.push_back(move);
    });
    const bool prefer = !captures.empty() && test::random_below(rng, 3) != 0;
    const auto& choices =
        prefer ? captures : test::list(ends ? placements(board, position) : quiet);
    position = successor(board, position, test::random_of(choices, rng));
  }
  return position;
}

class PlayWithCaptures : public testing::TestWithParam<BoardSize> {};

TEST_P(PlayWithCaptures, IsFoundAgain) {
  test::Rng rng(static_cast<unsigned>(100 * GetParam().width + GetParam().height));
  with_board(GetParam(), [&]<int W>(const Board<W>& board) {
    const int rounds = board.place_count() > 300 ? 3 : board.place_count() > 60 ? 10 : 60;
    int searched = 0;
    for (const Position<W>& setup : test::setups_of(board)) {
      for (int round = 0; round < rounds; ++round) {
        const Position<W> position = round % 2 == 0
                                         ? played_long(board, setup, rng)
                                         : test::random_game(board, setup, 1000, rng).back();
        const ProofGameSearch search = search_proof_game(board, setup, position, small_limits());
        expect_proof(board, setup, position, search.game);
        if (search.reached.states > 0) ++searched;
      }
    }
    EXPECT_GT(searched, 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, PlayWithCaptures,
                         testing::Values(BoardSize{2, 7}, BoardSize{3, 3}, BoardSize{4, 4},
                                         BoardSize{4, 5}, BoardSize{5, 5}, BoardSize{6, 6},
                                         BoardSize{8, 3}, BoardSize{9, 9}, BoardSize{12, 12},
                                         BoardSize{20, 20}),
                         test::name_of_shape);

/// Everything that some play reaches, finished games included.
template <int W>
std::set<Position<W>> reached_from(const Board<W>& board, const Position<W>& setup) {
  std::set<Position<W>> reached{setup};
  std::vector<Position<W>> waiting{setup};
  while (!waiting.empty()) {
    const Position<W> position = waiting.back();
    waiting.pop_back();
    legal_moves(board, position).for_each([&](Place move) {
      const Position<W> next = successor(board, position, move);
      if (reached.insert(next).second) waiting.push_back(next);
    });
  }
  return reached;
}

// None is left unknown: the search backwards ends.
TEST(ProofGameSearch, DecidesEveryPositionOfSmallBoards) {
  for (const BoardSize size : {BoardSize{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}) {
    with_board(size, [&]<int W>(const Board<W>& board) {
      const Position<W> setup = open_setup(board);
      const std::set<Position<W>> reached = reached_from(board, setup);
      std::size_t found = 0;
      test::for_each_legal_position(board, [&](const Position<W>& position) {
        const ProofGameSearch search = search_proof_game(board, setup, position, {});
        if (reached.contains(position)) {
          expect_proof(board, setup, position, search.game);
          ++found;
        } else {
          ASSERT_EQ(search.game.answer, ProofGameAnswer::impossible)
              << format_position(board, position);
          ASSERT_FALSE(search.game.why.empty());
        }
      });
      EXPECT_EQ(found, reached.size());
    });
  }
}

}  // namespace
}  // namespace onyx
