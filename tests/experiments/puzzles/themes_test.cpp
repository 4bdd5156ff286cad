// Tests that each theme is found on a line made for it, and not on a line that lacks one condition.
#include "experiments/puzzles/themes.h"

#include <gtest/gtest.h>

#include <string>

#include "core/notation.h"

namespace onyx {
namespace {

using Themes = std::vector<Theme>;

Themes themes_in(const std::string& text, const std::vector<std::string>& moves) {
  const PuzzleBoard board({6, 6});
  const PuzzlePosition position = parse_position(board, text);
  PuzzlePosition now = position;
  std::vector<Place> line;
  for (const std::string& move : moves) {
    line.push_back(parse_move(board, now, move));
    now = successor(board, now, line.back());
  }
  return themes_of(board, position, line);
}

TEST(Themes, CapturesOfOneAndTwoPairs) {
  const std::string article = "6/H5/VHV3/1V1V2/2VH2/6 - ";
  EXPECT_EQ(themes_in(article + "V", {"B5*"}), Themes{Theme::capture});
  EXPECT_EQ(themes_in(article + "H", {"C3**"}), (Themes{Theme::capture, Theme::double_capture}));
  EXPECT_EQ(themes_in(article + "V", {"F6", "C3**"}), Themes{Theme::quiet_move});
}

TEST(Themes, MidpointsAndQuietMoves) {
  EXPECT_EQ(themes_in("open:6x6", {"BC12", "A1"}), (Themes{Theme::midpoint, Theme::quiet_move}));
  EXPECT_EQ(themes_in("open:6x6", {"BC12"}), (Themes{Theme::midpoint, Theme::quiet_move}));
  // A move that connects is not quiet.
  EXPECT_EQ(themes_in("V5/V5/V5/V5/V5/6 - V", {"A1"}), Themes{});
  EXPECT_EQ(themes_in("V5/V5/V5/V5/6/6 - V", {"A2", "A1"}), Themes{});
  EXPECT_EQ(themes_in("V5/V5/V5/V5/V5/6 - H", {"A1", "F1"}), Themes{});
}

TEST(Themes, BlockedMidpoint) {
  EXPECT_EQ(themes_in("6/6/6/6/1H4/1VH3 BC12:V V", {"C2"}),
            (Themes{Theme::blocked_midpoint, Theme::quiet_move}));
  EXPECT_EQ(themes_in("6/6/6/6/1H4/1VH3 - V", {"C2*"}), Themes{Theme::capture});
  // The solver's second move may also complete the pattern.
  EXPECT_EQ(themes_in("6/6/6/6/1H4/2H3 BC12:V V", {"C2", "F6", "B1"}),
            (Themes{Theme::blocked_midpoint, Theme::quiet_move}));
}

TEST(Themes, SacrificeAndSwitchback) {
  const std::string position = "1V4/1V4/1V4/1VHHHH/2H3/2V3 - V";
  EXPECT_EQ(themes_in(position, {"B2", "B1*"}), Themes{Theme::sacrifice});
  EXPECT_EQ(themes_in(position, {"B2", "B1*", "B2"}),
            (Themes{Theme::sacrifice, Theme::switchback}));
  EXPECT_EQ(themes_in(position, {"B2", "B1*", "A1"}), Themes{Theme::sacrifice});
}

TEST(Themes, LaddersHaveThreeRungs) {
  const std::string position = "V5/V5/V5/V5/6/6 - V";
  EXPECT_EQ(themes_in(position, {"A2", "A1", "B2", "B1", "C2", "C1"}), Themes{Theme::ladder});
  EXPECT_EQ(themes_in(position, {"A2", "A1", "B2", "B1"}), Themes{});
  EXPECT_EQ(themes_in(position, {"A2", "A1", "B2", "B1", "C2", "F6"}), Themes{});
}

TEST(Themes, HaveNames) {
  for (const Theme theme : kThemes) EXPECT_EQ(theme_named(name_of(theme)), theme);
  EXPECT_EQ(theme_named("zugzwang"), std::nullopt);
}

}  // namespace
}  // namespace onyx
