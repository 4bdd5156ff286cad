#include "experiments/puzzles/shape.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "core/notation.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

HalfSteps turned(HalfSteps at, int way) {
  if ((way & 1) != 0) std::swap(at.x, at.y);
  if ((way & 2) != 0) at.x = -at.x;
  if ((way & 4) != 0) at.y = -at.y;
  return at;
}

}  // namespace

std::string shape_of(const SmallBoard& board, const Puzzle& puzzle) {
  std::vector<HalfSteps> line;
  for (const Place place : main_line_of(board, puzzle)) {
    line.push_back(board.geometry().half_steps_to(place));
  }
  std::string least;
  for (int way = 0; way < 8; ++way) {
    std::vector<HalfSteps> image = line;
    HalfSteps corner{1'000, 1'000};
    for (HalfSteps& at : image) {
      at = turned(at, way);
      corner = {std::min(corner.x, at.x), std::min(corner.y, at.y)};
    }
    std::string text = fmt::format("{} {}", format_board_size(board.size()), name_of(puzzle.kind));
    for (std::size_t i = 0; i < image.size(); ++i) {
      const auto pairs = std::ranges::count(puzzle.main_line[i], '*');
      text += fmt::format(" {},{}:{}", image[i].x - corner.x, image[i].y - corner.y, pairs);
    }
    if (least.empty() || text < least) least = text;
  }
  return least;
}

}  // namespace onyx
