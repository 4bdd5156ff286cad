// Verdicts give the name of a setup, and the text of any other position.
#include "solver/referee/accepted.h"

#include <gtest/gtest.h>

#include "core/notation.h"

namespace onyx::referee {
namespace {

std::string canonical(const std::string& text) {
  return with_board(board_size_of(text), [&](const auto& board) {
    return format_position(board, parse_position(board, text));
  });
}

TEST(Accepted, NamesEverySetup) {
  for (std::size_t width = 2; width <= 20; ++width) {
    for (std::size_t height = 2; height <= 20; ++height) {
      const std::string size = std::to_string(width) + 'x' + std::to_string(height);
      std::string open = canonical("open:" + size);
      EXPECT_EQ(position_or_setup(width, height, open), "open:" + size);
      open.back() = 'H';  // with the other side to move, it is not a setup
      EXPECT_EQ(position_or_setup(width, height, open), open);
      if (width != height || width % 2 != 0 || width < 4) continue;
      std::string standard = canonical("standard:" + size);
      EXPECT_EQ(position_or_setup(width, height, standard), "standard:" + size);
      standard.back() = 'H';
      EXPECT_EQ(position_or_setup(width, height, standard), standard);
      // With one stone fewer, it is not a setup.
      std::string without = canonical("standard:" + size);
      without.replace(0, without.find('H') + 1, std::to_string(width / 2));
      EXPECT_EQ(position_or_setup(width, height, canonical(without)), without);
    }
  }
}

TEST(Accepted, SaysTheGame) {
  const Verdict verdict =
      accepted("draw", 3, 2, "VH1/3 - V", Verdict::Game{.setup = "open:3x2", .plies = 2});
  EXPECT_TRUE(verdict.accepted);
  EXPECT_EQ(verdict.text, "draw; VH1/3 - V; game of 2 plies from open:3x2");
}

}  // namespace
}  // namespace onyx::referee
