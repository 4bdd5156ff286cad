#include "experiments/pages/book/hints.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/notation.h"
#include "experiments/pages/book/line_facts.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

/// A hint from the most telling theme of the puzzle.
std::string what_to_look_for(const Puzzle& puzzle) {
  const std::pair<Theme, const char*> kWords[] = {
      {Theme::double_capture, "One stone captures two pairs."},
      {Theme::ladder, "Threat follows threat."},
      {Theme::blocked_midpoint, "A stone on a midpoint makes stones safe from capture."},
      {Theme::midpoint, "Think of a midpoint."},
      {Theme::sacrifice, "A stone has to be given up."},
      {Theme::switchback, "A point where a stone was captured is taken again."},
      {Theme::repetition, "Look for captures that can be repeated for ever."},
      {Theme::quiet_move, "One of the moves is quiet."},
      {Theme::capture, "Look for a capture."},
  };
  for (const auto& [theme, words] : kWords) {
    if (std::ranges::find(puzzle.themes, theme) != puzzle.themes.end()) return words;
  }
  return "No stone needs to be captured.";
}

std::string kind_of_move(const MoveFacts& move) {
  if (move.captured.count() > 2) return "Begin with a capture of two pairs.";
  if (move.captured.any()) return "Begin with a capture.";
  if (move.is_given_up) return "The first stone will be captured at once.";
  if (move.is_on_midpoint) return "Begin on a midpoint.";
  if (move.answered.any()) return "First stop the opponent's threat to connect.";
  if (move.threats.any()) return "Begin with a threat to connect.";
  return "The first move neither captures nor threatens to connect.";
}

/// For a win of the player not to move: a hint about that player's first answer.
std::string what_decides(const MoveFacts& answer) {
  if (answer.captured.any()) return "A capture in answer decides.";
  if (answer.threats.any()) return "A threat to connect in answer decides.";
  return "A quiet answer decides.";
}

/// "one of A1, B2 and C3": the first move among others, preferably tempting ones, in
/// alphabetical order.
std::string three_places(const Puzzle& puzzle) {
  std::vector<std::string> moves{puzzle.solution.move};
  for (const bool is_tempting : {true, false}) {
    for (const WrongMove& wrong : puzzle.wrong) {
      if (moves.size() < 3 && wrong.is_tempting == is_tempting) moves.push_back(wrong.move);
    }
  }
  for (std::string& move : moves) move.erase(std::min(move.find('*'), move.size()));
  std::ranges::sort(moves);
  return moves.size() == 1 ? moves.front() : "one of " + listed(moves);
}

}  // namespace

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle) {
  const std::vector<MoveFacts> facts =
      facts_of(board, parse_position(board, puzzle.position), main_line_of(board, puzzle));
  const std::string places = three_places(puzzle);
  if (puzzle.kind != PuzzleKind::who) {
    return {what_to_look_for(puzzle), kind_of_move(facts.front()),
            fmt::format("The first stone goes on {}.", places)};
  }
  const bool is_won = aim_of(puzzle) == Aim::win;
  const std::string_view mover = colour_of(solver_of(puzzle));
  return {is_won || facts.size() < 2 ? what_to_look_for(puzzle) : what_decides(facts[1]),
          fmt::format("If {} is to move, {} wins.", mover, colour_of(winner_of(puzzle))),
          fmt::format("With {} to move, {} {}.", mover, is_won ? "begin on" : "the best try is",
                      places)};
}

std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles) {
  // The hints go through the puzzles in steps of about 0.382 of their number (golden section), so
  // that the next few hints, too, are far from those of neighbouring puzzles.
  std::size_t step =
      std::max<std::size_t>(1, static_cast<std::size_t>(0.382 * static_cast<double>(puzzles)));
  while (std::gcd(step, puzzles) > 1) ++step;
  std::vector<std::array<std::size_t, kHintStages>> numbers(puzzles);
  for (std::size_t stage = 0; stage < kHintStages; ++stage) {
    for (std::size_t i = 0; i < puzzles; ++i) {
      const std::size_t puzzle = i * step % puzzles;
      numbers[puzzle][stage] = stage * puzzles + i + 1;
    }
  }
  return numbers;
}

}  // namespace onyx
