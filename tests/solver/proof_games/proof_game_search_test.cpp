// Proof games with captures. The search must find one for each position reached by play, and the
// plain engine must replay it. On small boards every legal position must be decided correctly.
#include "solver/proof_games/proof_game_search.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/sanitized.h"
#include "tests/solver/proof_games/proof_games.h"

namespace onyx {
namespace {

/// Returns a work limit far above what any position of these tests needs, but quickly reached.
Stop small_limits() {
  Stop stop;
  stop.work = 300'000;
  return stop;
}

/// Returns the position after random play with many captures. Few games end in a connection.
template <int W>
WidePosition<W> played_long(const WideBoard<W>& board, const WidePosition<W>& setup,
                            test::Rng& rng) {
  WidePosition<W> position = setup;
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

TEST_P(PlayWithCaptures, HasAProofGame) {
  test::Rng rng(static_cast<unsigned>(100 * GetParam().width + GetParam().height));
  with_board(GetParam(), [&]<int W>(const WideBoard<W>& board) {
    const int rounds = (board.place_count() > 300  ? 4
                        : board.place_count() > 60 ? 20
                                                   : 100) /
                       test::one_in(2);
    int searched = 0;
    for (const WidePosition<W>& setup : test::setups_of(board)) {
      for (int round = 0; round < rounds; ++round) {
        const WidePosition<W> position = round % 2 == 0
                                             ? played_long(board, setup, rng)
                                             : test::random_game(board, setup, 1000, rng).back();
        const ProofGameSearch search = search_proof_game(board, setup, position, small_limits());
        test::expect_proof(board, setup, position, search.game);
        if (search.reached.known > 0) ++searched;
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

TEST(ProofGameSearch, DecidesEveryPositionOfSmallBoards) {
  for (const BoardSize size : {BoardSize{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}) {
    if (test::kIsSanitized && point_count(size) > 8) continue;
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> setup = open_setup(board);
      const std::set<WidePosition<W>> reached = test::reached_from(board, setup, true);
      std::size_t found = 0;
      test::for_each_legal_position(board, [&](const WidePosition<W>& position) {
        const ProofGameSearch search = search_proof_game(board, setup, position, {});
        if (reached.contains(position)) {
          test::expect_proof(board, setup, position, search.game);
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

TEST(ProofGameSearch, PutsCapturedStonesOfTheSetupBack) {
  test::Rng rng(9);
  int gone = 0;
  for (const BoardSize size : {BoardSize{6, 6}, {10, 10}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> setup = standard_setup(board);
      for (int round = 0; round < 80; ++round) {
        const WidePosition<W> position = played_long(board, setup, rng);
        if (position.of(Player::V).contains(setup.of(Player::V)) &&
            position.of(Player::H).contains(setup.of(Player::H))) {
          continue;
        }
        ++gone;
        test::expect_proof(board, setup, position,
                           search_proof_game(board, setup, position, small_limits()).game);
      }
    });
  }
  EXPECT_GT(gone, 10);
}

constexpr const char* kNeedsCaptures = "3V/4/2V1/1V2 - H";

TEST(ProofGameSearch, GivesUpAtItsLimits) {
  test::with_position(kNeedsCaptures, []<int W>(const WideBoard<W>& board,
                                                const WidePosition<W>& position) {
    const WidePosition<W> setup = open_setup(board);
    const auto end_under = [&](const Stop& stop) {
      const ProofGameSearch search = search_proof_game(board, setup, position, stop);
      EXPECT_EQ(search.game.answer, ProofGameAnswer::unknown);
      EXPECT_TRUE(search.game.moves.empty());
      EXPECT_NE(search.game.why.find(name_of(search.end)), std::string::npos) << search.game.why;
      return search.end;
    };
    Stop stop;
    stop.work = 0;
    EXPECT_EQ(end_under(stop), End::work_limit);
    stop = {};
    stop.bytes = 1;
    EXPECT_EQ(end_under(stop), End::memory_limit);
    stop = {};
    stop.deadline = std::chrono::steady_clock::now();
    EXPECT_EQ(end_under(stop), End::time_limit);
    stop = {};
    const std::atomic<bool> interrupt{true};
    stop.interrupt = &interrupt;
    EXPECT_EQ(end_under(stop), End::interrupted);
    const ProofGameSearch search = search_proof_game(board, setup, position, {});
    EXPECT_EQ(search.end, End::complete);
    test::expect_proof(board, setup, position, search.game);
  });
}

TEST(ProofGameSearch, IsDeterministic) {
  test::with_position(kNeedsCaptures, [](const auto& board, const auto& position) {
    const auto setup = open_setup(board);
    EXPECT_EQ(search_proof_game(board, setup, position, {}).game.moves,
              search_proof_game(board, setup, position, {}).game.moves);
  });
}

TEST(ProofGameSearch, ProvesThatThereIsNoGame) {
  const auto why_impossible = [](const std::string& text, const std::string& setup) {
    return test::with_position(text, [&](const auto& board, const auto& position) {
      const ProofGameSearch search =
          search_proof_game(board, parse_position(board, setup), position, {});
      EXPECT_EQ(search.game.answer, ProofGameAnswer::impossible) << text;
      EXPECT_TRUE(search.game.moves.empty());
      return search.game.why;
    });
  };
  EXPECT_NE(why_impossible("3/3/3 - H", "open:3x3").find("parity"), std::string::npos);
  // H made the last move, but has no stone on the board.
  EXPECT_NE(why_impossible("4/4/2V1/1V2 - V", "open:4x4").find("none of the 1 "),
            std::string::npos);
  EXPECT_NE(why_impossible("open:4x4", "standard:4x4").find("setup"), std::string::npos);
  // The backward search ends after thousands of positions.
  EXPECT_NE(why_impossible("HHHV/1VHV/VH1V/V2H/VHVV - V", "open:4x5").find("none of the "),
            std::string::npos);
}

}  // namespace
}  // namespace onyx
