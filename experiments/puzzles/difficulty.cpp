#include "experiments/puzzles/difficulty.h"

#include <algorithm>

#include "core/notation.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

/// How many of the steps, which increase, the number has reached.
int reached(std::uint64_t number, std::initializer_list<std::uint64_t> steps) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(),
                                        [&](std::uint64_t step) { return number >= step; }));
}

bool has_quiet_key(const SmallBoard& board, const Puzzle& puzzle) {
  std::vector<Place> line = main_line_of(board, puzzle);
  // The first move and its reply alone, so that it is not the last.
  line.resize(std::min<std::size_t>(line.size(), 2));
  const std::vector<Theme> themes = themes_of(board, parse_position(board, puzzle.position), line);
  return std::ranges::find(themes, Theme::quiet_move) != themes.end();
}

}  // namespace

const char* const kDifficultyRule =
    "Points. Length: one for every two plies of the demand beyond three, at most four (a draw "
    "study: "
    "one for every four plies of its main line, at most four). Temptation: one, two or three for "
    "at "
    "least 3, 6 or 10 tempting wrong first moves, which are those that capture, threaten to "
    "connect "
    "at once or bring their player a stone nearer to connecting, and do not lose at once. "
    "Refutation: one or two if the longest refutation of a tempting move takes at least 6 or 10 "
    "plies (a draw counts as 10). Key: one for a quiet first move. Effort: one, two or three if "
    "the "
    "program looks at 1,000, 10,000 or 100,000 positions or more to solve the puzzle. One less for "
    "a second solution later on the main line. Up to 1 point makes one star, 2 or 3 two, 4 or 5 "
    "three, 6 or 7 four, 8 and more five.";

int difficulty_of(const SmallBoard& board, const Puzzle& puzzle) {
  const int length = puzzle.kind == PuzzleKind::win ? (puzzle.plies - 3) / 2 : puzzle.plies / 4;
  std::uint64_t tempting = 0;
  std::uint64_t deepest = 0;
  for (const WrongMove& wrong : puzzle.wrong) {
    if (!wrong.is_tempting) continue;
    ++tempting;
    constexpr int kDraw = 10;
    deepest =
        std::max(deepest, static_cast<std::uint64_t>(wrong.value == "draw" ? kDraw : wrong.plies));
  }
  const int points = std::clamp(length, 0, 4) + reached(tempting, {3, 6, 10}) +
                     reached(deepest, {6, 10}) + (has_quiet_key(board, puzzle) ? 1 : 0) +
                     reached(puzzle.source.effort, {1'000, 10'000, 100'000}) -
                     (puzzle.is_pure ? 0 : 1);
  return std::clamp(points / 2 + 1, 1, 5);
}

}  // namespace onyx
