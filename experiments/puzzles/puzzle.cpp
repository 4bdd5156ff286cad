#include "experiments/puzzles/puzzle.h"

#include <fmt/core.h>

#include "core/notation.h"

namespace onyx {

const char* name_of(PuzzleKind kind) { return kind == PuzzleKind::win ? "win" : "draw"; }

std::string demand_of(const Puzzle& puzzle) {
  const char solver = puzzle.position.back();
  if (puzzle.kind == PuzzleKind::draw) {
    return fmt::format("{} to play and draw by repetition", solver);
  }
  return fmt::format("{} to play and connect in {} plies at the latest", solver, puzzle.plies);
}

BoardSize board_of(const Puzzle& puzzle) { return board_size_of(puzzle.position); }

}  // namespace onyx
