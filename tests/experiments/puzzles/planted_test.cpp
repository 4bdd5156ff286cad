// Tests positions with planted patterns of themes: each is legal, has the pattern, and is
// determined by the seed.
#include "experiments/puzzles/planted.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/legality.h"
#include "core/notation.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

constexpr CrowdSettings kRoomy{8, 16, 20, 0, 1000};

bool shows(const PuzzleBoard& board, const PuzzlePosition& position, const std::vector<Place>& line,
           Theme theme) {
  const std::vector<Theme> themes = themes_of(board, position, line);
  return std::ranges::find(themes, theme) != themes.end();
}

/// Whether a single move shows the theme.
bool has_move_of(const PuzzleBoard& board, const PuzzlePosition& position, Theme theme) {
  bool has = false;
  placements(board, position).for_each([&](Place place) {
    has = has || shows(board, position, {place}, theme);
  });
  return has;
}

/// Whether three moves that make one threat each, and the answers to them, can form a ladder.
bool has_ladder_from(const PuzzleBoard& board, const PuzzlePosition& position,
                     std::vector<Place>& line, const PuzzlePosition& root) {
  if (line.size() == 6) return shows(board, root, line, Theme::ladder);
  PuzzleSet moves = placements(board, position);
  while (moves.any()) {
    const Place place = moves.pop_lowest();
    const PuzzlePosition next = successor(board, position, place);
    const PuzzleSet threats = threats_of(board, next, position.to_move);
    if (threats.count() != 1) continue;
    line.insert(line.end(), {place, threats.lowest()});
    if (has_ladder_from(board, successor(board, next, threats.lowest()), line, root)) return true;
    line.resize(line.size() - 2);
  }
  return false;
}

/// Calls use(position) for random positions with the pattern. Returns the number of calls.
template <class Use>
int for_planted(const PuzzleBoard& board, Theme theme, Use&& use) {
  int made = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    Random random = random_for(17, number);
    const auto position = random_crowded_position(board, kRoomy, random);
    if (!position) continue;
    const Random before = random;
    const auto changed = planted(board, *position, theme, random);
    Random again = before;
    EXPECT_EQ(planted(board, *position, theme, again), changed);
    if (!changed) continue;
    ++made;
    EXPECT_EQ(defect_of(board, *changed), "");
    EXPECT_FALSE(is_finished(board, *changed));
    EXPECT_EQ(changed->to_move, position->to_move);
    use(*changed);
  }
  return made;
}

TEST(Planted, HasAMoveOfTheTheme) {
  for (const BoardSize size : {BoardSize{6, 6}, BoardSize{5, 5}, BoardSize{4, 5}}) {
    const PuzzleBoard board(size);
    for (const Theme theme : {Theme::double_capture, Theme::midpoint, Theme::blocked_midpoint}) {
      const int made = for_planted(board, theme, [&](const PuzzlePosition& position) {
        EXPECT_TRUE(has_move_of(board, position, theme))
            << name_of(theme) << ": " << format_position(board, position);
      });
      EXPECT_GT(made, 20) << name_of(theme) << " on " << format_board_size(size);
    }
  }
}

TEST(Planted, HasALadder) {
  for (const BoardSize size : {BoardSize{6, 6}, BoardSize{5, 5}, BoardSize{6, 5}}) {
    const PuzzleBoard board(size);
    Random random = random_for(18, 0);
    for (const Player mover : {Player::V, Player::H}) {
      PuzzlePosition empty = open_setup(board);
      empty.to_move = mover;
      for (int round = 0; round < 20; ++round) {
        const auto position = planted(board, empty, Theme::ladder, random);
        ASSERT_TRUE(position);
        std::vector<Place> line;
        EXPECT_TRUE(has_ladder_from(board, *position, line, *position))
            << format_position(board, *position);
      }
    }
  }
}

TEST(Planted, ChangesNothingWithoutAPattern) {
  const PuzzleBoard board({6, 6});
  int without = 0;
  for (const Theme theme : kThemes) {
    if (has_pattern(theme)) continue;
    ++without;
    const int made = for_planted(board, theme, [](const PuzzlePosition&) {});
    EXPECT_GT(made, 20);
    Random random = random_for(19, 0);
    EXPECT_EQ(planted(board, open_setup(board), theme, random), open_setup(board));
  }
  EXPECT_EQ(without, 5);
}

TEST(Planted, NeedsRoom) {
  Random random = random_for(20, 0);
  const PuzzleBoard narrow({2, 9});
  EXPECT_FALSE(planted(narrow, open_setup(narrow), Theme::double_capture, random));
  EXPECT_FALSE(planted(narrow, open_setup(narrow), Theme::ladder, random));
  const PuzzleBoard least({2, 2});
  for (const Theme theme : {Theme::double_capture, Theme::midpoint, Theme::blocked_midpoint}) {
    EXPECT_FALSE(planted(least, open_setup(least), theme, random));
  }
}

/// With this seed, number 44 is known to give a puzzle with the theme.
TEST(Planted, LeadsToAPuzzleOfTheTheme) {
  const TemporaryFolder folder;
  const Result result = run_onyx({"puzzles", "--board", "4x5", "--kind", "win", "--theme",
                                  "double capture", "--seed", "1", "--count", "45", "--numbers",
                                  "45", "--shard", "44/45", "--out", folder / "found"});
  ASSERT_EQ(result.code, 0) << result;
  const std::string file = (folder / "found") + "/4x5-win-seed1-shard44of45.puzzles.jsonl";
  const auto puzzle = nlohmann::json::parse(read(file));
  const std::vector<std::string> line = puzzle.at("main_line");
  bool captures_twice = false;
  for (std::size_t i = 0; i < line.size(); i += 2) captures_twice |= line[i].ends_with("**");
  EXPECT_TRUE(captures_twice) << puzzle.at("main_line");
  EXPECT_EQ(run_onyx({"puzzles", "--verify", file}).code, 0);
  // If this run were not refused, it would skip the number of the missing puzzle.
  write(file, "");
  expect_refused(
      {"puzzles", "--board", "4x5", "--kind", "win", "--theme", "double capture", "--seed", "1",
       "--count", "90", "--numbers", "90", "--shard", "44/45", "--out", folder / "found"},
      "0 of the 1 puzzles");
}

}  // namespace
}  // namespace onyx::test
