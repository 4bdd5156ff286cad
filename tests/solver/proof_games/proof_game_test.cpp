// Proof games without captures. The search must find one for every position that such games reach,
// and the plain engine must replay it. Only unreachable positions may be called impossible.
#include "solver/proof_games/proof_game.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/sanitized.h"
#include "tests/solver/proof_games/proof_games.h"

namespace onyx {
namespace {

void expect_no_game(const ProofGame& game, ProofGameAnswer answer) {
  EXPECT_EQ(game.answer, answer);
  EXPECT_TRUE(game.moves.empty());
  EXPECT_FALSE(game.why.empty());
}

/// Plays randomly without captures; prefers midpoints. Stops early if all moves capture.
template <int W>
WidePosition<W> played_without_captures(const WideBoard<W>& board, WidePosition<W> position,
                                        int plies, test::Rng& rng) {
  for (; plies > 0 && !is_finished(board, position); --plies) {
    std::vector<Place> moves;
    std::vector<Place> midpoints;
    for (const Place move : test::list(placements(board, position))) {
      if (captured_by(board, position, move).any()) continue;
      moves.push_back(move);
      if (board.geometry().is_midpoint(move)) midpoints.push_back(move);
    }
    if (moves.empty()) break;
    const bool prefer = !midpoints.empty() && test::random_below(rng, 2) == 0;
    position = successor(board, position, test::random_of(prefer ? midpoints : moves, rng));
  }
  return position;
}

class PlayWithoutCaptures : public testing::TestWithParam<BoardSize> {};

TEST_P(PlayWithoutCaptures, HasAProofGame) {
  test::Rng rng(static_cast<unsigned>(100 * GetParam().width + GetParam().height));
  int finished = 0;
  int with_midpoints = 0;
  with_board(GetParam(), [&]<int W>(const WideBoard<W>& board) {
    const int rounds = (board.place_count() > 300  ? 15
                        : board.place_count() > 60 ? 50
                                                   : 300) /
                       test::one_in(3);
    for (const WidePosition<W>& setup : test::setups_of(board)) {
      for (int round = 0; round < rounds; ++round) {
        const int plies = round % 2 == 0 ? 1000 : test::random_below(rng, board.place_count());
        const WidePosition<W> position = played_without_captures(board, setup, plies, rng);
        test::expect_proof(board, setup, position, find_proof_game(board, setup, position));
        if (is_finished(board, position)) ++finished;
        if ((position.occupied() & board.midpoints()).any()) ++with_midpoints;
      }
    }
  });
  EXPECT_GT(finished, 0);
  EXPECT_EQ(with_midpoints > 0, midpoint_count(GetParam()) > 0);
}

INSTANTIATE_TEST_SUITE_P(Boards, PlayWithoutCaptures,
                         testing::Values(BoardSize{2, 2}, BoardSize{2, 7}, BoardSize{3, 3},
                                         BoardSize{4, 4}, BoardSize{4, 5}, BoardSize{5, 5},
                                         BoardSize{6, 6}, BoardSize{8, 3}, BoardSize{9, 9},
                                         BoardSize{12, 12}, BoardSize{20, 20}),
                         test::name_of_shape);

TEST(ProofGame, OfTheSetupItselfIsEmpty) {
  for (const std::string text : {"open:2x2", "open:5x5", "standard:4x4", "standard:12x12"}) {
    test::with_position(text, [](const auto& board, const auto& setup) {
      const ProofGame game = find_proof_game(board, setup, setup);
      EXPECT_EQ(game.answer, ProofGameAnswer::found);
      EXPECT_TRUE(game.moves.empty());
    });
  }
}

template <int W>
void expect_right_answer(const WideBoard<W>& board, const WidePosition<W>& setup,
                         const WidePosition<W>& position, bool without_captures, bool reachable) {
  const ProofGame game = find_proof_game(board, setup, position);
  if (without_captures) {
    test::expect_proof(board, setup, position, game);
    return;
  }
  ASSERT_NE(game.answer, ProofGameAnswer::found) << format_position(board, position);
  ASSERT_FALSE(game.why.empty());
  if (reachable) {
    ASSERT_EQ(game.answer, ProofGameAnswer::unknown) << format_position(board, position);
  }
  // This search calls a game impossible only because of the side to move (core/README.md, fact 4).
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  const bool parity_is_right = (position.to_move == Player::V) == (lead % 2 == 0);
  ASSERT_EQ(game.answer == ProofGameAnswer::impossible, !parity_is_right)
      << format_position(board, position);
}

TEST(ProofGame, IsFoundExactlyWherePlayWithoutCapturesLeads) {
  for (const BoardSize size : {BoardSize{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> setup = open_setup(board);
      const auto without = test::reached_from(board, setup, false);
      const auto with = test::reached_from(board, setup, true);
      const std::size_t step = board.place_count() < 10 ? 1 : test::one_in(5U);
      std::size_t met = 0;
      std::size_t found = 0;
      test::for_each_legal_position(board, [&](const WidePosition<W>& position) {
        if (without.contains(position)) ++found;
        if (met++ % step != 0) return;
        expect_right_answer(board, setup, position, without.contains(position),
                            with.contains(position));
      });
      EXPECT_EQ(found, without.size());
      if (size != BoardSize{2, 2}) {
        EXPECT_GT(with.size(), without.size());
      }
    });
  }
}

TEST(ProofGame, FromAStandardSetup) {
  test::with_position(
      "standard:4x4", []<int W>(const WideBoard<W>& board, const WidePosition<W>& setup) {
        const auto without = test::reached_from(board, setup, false);
        const auto with = test::reached_from(board, setup, true);
        for (const WidePosition<W>& position : with) {
          expect_right_answer(board, setup, position, without.contains(position), true);
        }
      });
}

TEST(ProofGame, IsImpossibleByParity) {
  const auto answer_to = [](const std::string& text, const std::string& setup) {
    return test::with_position(text, [&](const auto& board, const auto& position) {
      return find_proof_game(board, parse_position(board, setup), position);
    });
  };
  expect_no_game(answer_to("3/3/3 - H", "open:3x3"), ProofGameAnswer::impossible);
  expect_no_game(answer_to("3/V2/3 - V", "open:3x3"), ProofGameAnswer::impossible);
  expect_no_game(answer_to("1HH1/V2V/V2V/1HH1 - H", "standard:4x4"), ProofGameAnswer::impossible);
  expect_no_game(answer_to("4/4/4/4 BC12:V V", "open:4x4"), ProofGameAnswer::impossible);
  EXPECT_NE(answer_to("3/3/3 - H", "open:3x3").why.find("parity"), std::string::npos);
}

TEST(ProofGame, IsUnknownWhereCapturesAreNeeded) {
  const auto why_unknown = [](const std::string& text, const std::string& setup) {
    return test::with_position(text, [&](const auto& board, const auto& position) {
      const ProofGame game = find_proof_game(board, parse_position(board, setup), position);
      expect_no_game(game, ProofGameAnswer::unknown);
      return game.why;
    });
  };
  // With V to move and no captures, V and H would have equally many stones.
  EXPECT_NE(why_unknown("4/4/2V1/1V2 - V", "open:4x4").find("numbers"), std::string::npos);
  // B1, a stone of the setup, is missing, so it was captured.
  EXPECT_NE(why_unknown("1HH1/V2V/V2V/2H1 - H", "standard:4x4").find("setup"), std::string::npos);
  // V could not take BC56 without captures: the setup has a stone on its corner C6.
  EXPECT_NE(why_unknown("2HH2/6/V4V/V4V/6/2HH2 BC56:V H", "standard:6x6").find("corner"),
            std::string::npos);
  // V's first move is its only stone, A3, a corner of AB23. So H cannot take AB23 later.
  EXPECT_NE(why_unknown("V2/3/3 AB23:H V", "open:3x3").find("midpoint"), std::string::npos);
  // V has two chains from edge to edge, so V was connected before its last move.
  EXPECT_NE(why_unknown("VHHV/VHHV/VHHV/V1HV - H", "open:4x4").find("last"), std::string::npos);
}

TEST(ProofGame, GivesUpWithoutNodes) {
  test::with_position("4/4/4/4 BC12:V,AB23:H V", [](const auto& board, const auto& position) {
    const auto setup = open_setup(board);
    test::expect_proof(board, setup, position, find_proof_game(board, setup, position));
    expect_no_game(find_proof_game(board, setup, position, 0), ProofGameAnswer::unknown);
  });
  test::with_position("4/4/4/VH2 - V", [](const auto& board, const auto& position) {
    const auto setup = open_setup(board);
    test::expect_proof(board, setup, position, find_proof_game(board, setup, position, 0));
  });
}

}  // namespace
}  // namespace onyx
