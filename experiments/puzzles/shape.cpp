#include "experiments/puzzles/shape.h"

#include <fmt/core.h>

#include <algorithm>

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

/// The stone of one ply.
struct Stone {
  HalfSteps at;
  int pairs = 0;  ///< The pairs that it captures.
  bool is_solvers = true;
};

std::vector<Stone> stones_of(const Puzzle& puzzle) {
  const PuzzleBoard board(board_of(puzzle));
  std::vector<Stone> stones;
  const std::vector<Place> line = main_line_of(board, puzzle);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto pairs = std::ranges::count(puzzle.main_line[i], '*');
    stones.push_back(
        {board.geometry().half_steps_to(line[i]), static_cast<int>(pairs), i % 2 == 0});
  }
  return stones;
}

enum class Order : std::uint8_t { as_played, none };

/// The least text of the stones over all shifts and the eight symmetries of the square.
std::string least_text(const std::vector<Stone>& stones, Order order) {
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
      // In the order played, the players alternate, so the text need not name them.
      if (order == Order::none) words.back() += stone.is_solvers ? "s" : "o";
    }
    if (order == Order::none) std::ranges::sort(words);
    std::string text;
    for (const std::string& word : words) text += word;
    if (least.empty() || text < least) least = text;
  }
  return least;
}

}  // namespace

std::string shape_of(const Puzzle& puzzle) {
  return fmt::format("{} {}{}", format_board_size(board_of(puzzle)), name_of(aim_of(puzzle)),
                     least_text(stones_of(puzzle), Order::as_played));
}

std::string combination_of(const Puzzle& puzzle) {
  return name_of(aim_of(puzzle)) + least_text(stones_of(puzzle), Order::none);
}

std::string arena_pattern(const std::string& position) {
  const PuzzleBoard board(board_size_of(position));
  const auto pattern = pattern_of(board, parse_position(board, position));
  return pattern ? pattern->name() : "";
}

std::string pattern_of_cycle(const Puzzle& puzzle) {
  const Line line = replay(parse_position(puzzle.position), puzzle.main_line);
  return arena_pattern(format_position(line.positions[puzzle.cycle_begin]));
}

}  // namespace onyx
