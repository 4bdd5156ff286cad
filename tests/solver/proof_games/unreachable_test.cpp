// Reasons why a position is unreachable: no reason is given for a reachable position, and each
// reason is given for some position.
#include "solver/proof_games/unreachable.h"

#include <gtest/gtest.h>

#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

TEST(PermanentStones, AreThoseOfStandardSetupsWhoseSidesFourDivides) {
  for (const BoardSize size : test::all_sizes()) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      EXPECT_TRUE(permanent_stones(board, open_setup(board)).empty());
      if (!has_standard_setup(size)) return;
      const WidePosition<W> setup = standard_setup(board);
      const PlaceSet<W> all = setup.occupied();
      EXPECT_EQ(permanent_stones(board, setup), size.width % 4 == 0 ? all : PlaceSet<W>{});
    });
  }
}

TEST(PermanentStones, AreNeverCapturedInRandomGames) {
  test::Rng rng(5);
  int captured = 0;
  for (const BoardSize size : {BoardSize{4, 4}, {6, 6}, {8, 8}, {10, 10}, {12, 12}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> setup = standard_setup(board);
      const PlaceSet<W> permanent = permanent_stones(board, setup);
      for (int round = 0; round < 100; ++round) {
        for (const WidePosition<W>& position : test::random_game(board, setup, 1000, rng)) {
          for (const Player player : test::kPlayers) {
            const PlaceSet<W> gone = setup.of(player) - position.of(player);
            ASSERT_TRUE((gone & permanent).empty());
            if (gone.any()) ++captured;
          }
        }
      }
    });
  }
  EXPECT_GT(captured, 0);  // setup stones that are not permanent are captured
}

TEST(Unreachable, FindsNoReasonInReachablePositions) {
  test::Rng rng(6);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (const WidePosition<W>& setup : test::setups_of(board)) {
        const Unreachable<W> unreachable(board, setup);
        for (int round = 0; round < 20; round += test::one_in(3)) {
          for (const WidePosition<W>& position : test::random_game(board, setup, 1000, rng)) {
            const char* const reason = unreachable.reason(position);
            ASSERT_EQ(reason, nullptr) << format_position(board, position) << ": " << reason;
          }
        }
      }
    });
  }
}

TEST(Unreachable, FindsEachReason) {
  const auto reason = [](const std::string& text, const std::string& setup) {
    return test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& at) {
          const char* const found = Unreachable<W>(board, parse_position(board, setup)).reason(at);
          return std::string(found == nullptr ? "" : found);
        });
  };
  const auto expect = [&](const std::string& text, const std::string& setup,
                          const std::string& part) {
    EXPECT_NE(reason(text, setup).find(part), std::string::npos) << reason(text, setup);
  };
  expect("1HH1/V2V/V2V/1VH1 - V", "standard:4x4", "no play can capture");
  expect("2HH2/6/V4V/V4V/6/2HH2 BC56:V H", "standard:6x6", "a midpoint is taken");
  // The setup's stone on C1 is gone, but only stones on B1 and C2 can capture it, and B1 is empty.
  expect("2HH2/6/V4V/V4V/6/3H2 - H", "standard:6x6", "no capture fits");
  EXPECT_EQ(reason("2HH2/6/V4V/V4V/2V3/1V1H2 - H", "standard:6x6"), "");
  expect("4/4/4/VVV1 - H", "open:4x4", "no square");
  EXPECT_EQ(reason("4/4/2V1/1V1V - H", "open:4x4"), "");
}

}  // namespace
}  // namespace onyx
