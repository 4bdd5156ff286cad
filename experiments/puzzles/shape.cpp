#include "experiments/puzzles/shape.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/assert.h"
#include "core/line.h"
#include "core/notation.h"
#include "experiments/puzzles/solution.h"
#include "solver/repetition/pattern.h"

namespace onyx {
namespace {

HalfSteps turned(HalfSteps at, int way) {
  if ((way & 1) != 0) std::swap(at.x, at.y);
  if ((way & 2) != 0) at.x = -at.x;
  if ((way & 4) != 0) at.y = -at.y;
  return at;
}

struct Stone {
  HalfSteps at;
  std::ptrdiff_t pairs = 0;  ///< Number of pairs that the move captured.
  bool is_solvers = true;
};

/// Returns the main line's stones as text: the least text over all shifts and symmetries.
std::string least_text(const Puzzle& puzzle, bool in_order) {
  const PuzzleBoard board(board_of(puzzle));
  std::vector<Stone> stones;
  for (const Place place : main_line_of(board, puzzle)) {
    const std::string& move = puzzle.main_line[stones.size()];
    stones.push_back({board.geometry().half_steps_to(place), std::ranges::count(move, '*'),
                      stones.size() % 2 == 0});
  }
  std::string least;
  for (int way = 0; way < 8; ++way) {
    std::vector<Stone> image = stones;
    HalfSteps corner{1'000, 1'000};
    for (Stone& stone : image) {
      stone.at = turned(stone.at, way);
      corner = {std::min(corner.x, stone.at.x), std::min(corner.y, stone.at.y)};
    }
    std::vector<std::string> words;
    for (const Stone& stone : image) {
      words.push_back(
          fmt::format(" {},{}:{}", stone.at.x - corner.x, stone.at.y - corner.y, stone.pairs));
      // If the order counts, the players alternate, so the text need not name them.
      if (!in_order) words.back() += stone.is_solvers ? "s" : "o";
    }
    if (!in_order) std::ranges::sort(words);
    const std::string text = fmt::format("{}", fmt::join(words, ""));
    if (least.empty() || text < least) least = text;
  }
  return least;
}

}  // namespace

std::string shape_of(const Puzzle& puzzle) {
  return fmt::format("{} {}{}", format_board_size(board_of(puzzle)), name_of(aim_of(puzzle)),
                     least_text(puzzle, true));
}

std::string combination_of(const Puzzle& puzzle) {
  return name_of(aim_of(puzzle)) + least_text(puzzle, false);
}

std::string arena_pattern(const std::string& position) {
  const PuzzleBoard board(board_size_of(position));
  const auto pattern = pattern_of(board, parse_position(board, position));
  return pattern ? pattern->name() : "";
}

std::string pattern_of_cycle(const Puzzle& puzzle) {
  ONYX_ASSERT(puzzle.kind == PuzzleKind::draw && puzzle.cycle_begin < puzzle.main_line.size());
  const Line line = replay(parse_position(puzzle.position), puzzle.main_line);
  return arena_pattern(format_position(line.positions[puzzle.cycle_begin]));
}

}  // namespace onyx
