#include "experiments/puzzles/puzzle.h"

#include <fmt/core.h>

#include "core/notation.h"

namespace onyx {
namespace {

constexpr std::array<std::string_view, kLooks.size()> kLookNames{"gives a stone", "quiet", "away",
                                                                 "backwards"};

}  // namespace

std::string_view name_of(Look look) { return kLookNames[static_cast<std::size_t>(look)]; }

std::optional<Look> look_named(std::string_view name) {
  for (const Look look : kLooks) {
    if (name == name_of(look)) return look;
  }
  return std::nullopt;
}

const char* name_of(PuzzleKind kind) {
  constexpr const char* kNames[] = {"win", "draw", "resist"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string demand_of(const Puzzle& puzzle) {
  const char solver = puzzle.position.back();
  if (puzzle.kind == PuzzleKind::draw) {
    return fmt::format("{} to play and draw by repetition", solver);
  }
  if (puzzle.kind == PuzzleKind::resist) {
    return fmt::format("{} to play and hold out for {} plies", solver, puzzle.plies);
  }
  return fmt::format("{} to play and connect in {} plies at the latest", solver, puzzle.plies);
}

BoardSize board_of(const Puzzle& puzzle) { return board_size_of(puzzle.position); }

}  // namespace onyx
