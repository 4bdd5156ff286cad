#include "experiments/puzzles/puzzle.h"

#include <fmt/core.h>

namespace onyx {

std::string_view name_of(Look look) {
  constexpr std::array<std::string_view, kLooks.size()> kNames{"gives a stone", "quiet", "away",
                                                               "backwards"};
  return kNames[static_cast<std::size_t>(look)];
}

const char* name_of(PuzzleKind kind) {
  constexpr std::array kNames{"win", "draw", "resist", "who"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* plural_of(PuzzleKind kind) {
  constexpr std::array kPlurals{"wins", "draw studies", "positions to resist in",
                                "questions who wins"};
  return kPlurals[static_cast<std::size_t>(kind)];
}

const char* name_of(Aim aim) {
  constexpr std::array kNames{"win", "draw", "resist"};
  return kNames[static_cast<std::size_t>(aim)];
}

std::string demand_of(const Puzzle& puzzle) {
  const char solver = puzzle.position.back();
  switch (puzzle.kind) {
    case PuzzleKind::who:
      return "Who wins if V is to move, and who if H is?";
    case PuzzleKind::draw:
      return fmt::format("{} to play and draw by repetition", solver);
    case PuzzleKind::resist:
      return fmt::format("{} to play and hold out for {} plies", solver, puzzle.plies);
    case PuzzleKind::win:
      break;
  }
  return fmt::format("{} to play and connect in {} plies at the latest", solver, puzzle.plies);
}

}  // namespace onyx
