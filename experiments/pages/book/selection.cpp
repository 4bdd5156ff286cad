#include "experiments/pages/book/selection.h"

#include <algorithm>
#include <random>

namespace onyx {
namespace {

bool is_wanted(const Puzzle& puzzle, const Selection& selection) {
  const auto has_theme = [&](Theme theme) {
    return std::ranges::find(puzzle.themes, theme) != puzzle.themes.end();
  };
  const auto is_board = [&](BoardSize board) { return board == board_of(puzzle); };
  return puzzle.difficulty >= selection.least_difficulty &&
         puzzle.difficulty <= selection.most_difficulty &&
         (selection.themes.empty() || std::ranges::any_of(selection.themes, has_theme)) &&
         (selection.boards.empty() || std::ranges::any_of(selection.boards, is_board));
}

}  // namespace

std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection) {
  std::erase_if(puzzles, [&](const Puzzle& puzzle) { return !is_wanted(puzzle, selection); });
  if (!selection.count || *selection.count >= puzzles.size()) return puzzles;
  // Also sort by position, because ids come from files and need not be unique.
  std::ranges::sort(puzzles, {},
                    [](const Puzzle& puzzle) { return std::pair(puzzle.id, puzzle.position); });
  std::mt19937_64 random(selection.seed);
  for (std::size_t i = 0; i < *selection.count; ++i) {
    // (A distribution of the standard library would give different results with another compiler.)
    std::swap(puzzles[i], puzzles[i + random() % (puzzles.size() - i)]);
  }
  puzzles.resize(*selection.count);
  return puzzles;
}

}  // namespace onyx
