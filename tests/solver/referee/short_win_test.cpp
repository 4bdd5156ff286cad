// Compact certificates omit positions won within three plies, so the referee and the solver must
// agree on these positions.
#include "solver/referee/short_win.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/engine/tactics/outlook.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

template <int W>
bool referee_sees_win(const WideBoard<W>& board, const WidePosition<W>& position) {
  const auto [width, height] = board.size();
  const referee::Board<W> same(static_cast<std::size_t>(width), static_cast<std::size_t>(height));
  referee::Stones<W> stones;
  for (std::size_t player = 0; player < 2; ++player) {
    for (std::size_t word = 0; word < W; ++word) {
      stones.of[player].words[word] = position.stones[player].words()[word];
    }
  }
  return referee::wins_within_three(same, stones, letter_of(position.to_move));
}

TEST(ShortWin, AgreesWithTheOutlook) {
  test::Rng rng(43);
  int wins_in_1 = 0;
  int wins_in_3 = 0;
  int others = 0;
  const auto expect_same = [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
    if (is_finished(board, position)) return;
    const auto outlook = proof_number::outlook_of(board, position);
    const bool is_win = outlook.forecast == proof_number::Forecast::win;
    EXPECT_EQ(referee_sees_win(board, position), is_win) << format_position(board, position);
    ++(!is_win ? others : outlook.plies == 1 ? wins_in_1 : wins_in_3);
  };
  for (const BoardSize size :
       {BoardSize{3, 3}, {4, 4}, {5, 4}, {4, 5}, {5, 5}, {6, 6}, {3, 7}, {9, 7}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int i = 0; i < 40; ++i) {
        for (const WidePosition<W>& position :
             test::random_game(board, open_setup(board), 90, rng)) {
          expect_same(board, position);
        }
      }
      for (int i = 0; i < 300; ++i) {
        expect_same(board,
                    test::crowded_position(board, 4 + test::random_below(rng, 9), 8, false, rng));
      }
    });
  }
  EXPECT_GT(wins_in_1, 1000);
  EXPECT_GT(wins_in_3, 500);
  EXPECT_GT(others, 2000);
}

}  // namespace
}  // namespace onyx
