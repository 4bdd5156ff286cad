#include "experiments/pages/book/hints.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/notation.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

class Hinter {
 public:
  Hinter(const PuzzleBoard& board, const Puzzle& puzzle)
      : board_(board),
        puzzle_(puzzle),
        is_who_(puzzle.kind == PuzzleKind::who),
        solver_(colour_of(solver_of(puzzle))),
        opponent_(colour_of(other(solver_of(puzzle)))),
        facts_(
            facts_of(board, parse_position(board, puzzle.position), main_line_of(board, puzzle))),
        danger_(danger_of(board, puzzle)) {}

  Hints hints() const {
    const std::string move =
        is_who_ ? fmt::format("With {} to move, the move to study ", solver_) : "The first move ";
    const std::string first = fmt::format("{}{}, {}.", move, deed(), region());
    const std::string places = two_places();
    if (!is_who_) return {idea(), first, "It is " + places + "."};
    const std::string& other_move = puzzle_.other_side.value().main_line.front();
    return {idea(), first,
            fmt::format("With {} to move, study {}; with {} to move, {}.", solver_, places,
                        opponent_, other_move.substr(0, other_move.find('*')))};
  }

 private:
  const MoveFacts& key() const { return facts_.front(); }

  bool has(Theme theme) const {
    return std::ranges::find(puzzle_.themes, theme) != puzzle_.themes.end();
  }

  /// Whether one reply refutes most of the wrong moves.
  bool is_one_reply() const { return danger_ && 5 * danger_->refuted >= 4 * puzzle_.wrong.size(); }

  /// The first stage: the most telling fact about the position or the solution.
  std::string idea() const {
    if (!is_who_ && key().answered.any()) {
      return fmt::format("{} threatens to connect at once.", opponent_);
    }
    const bool gives_up = std::ranges::any_of(facts_, &MoveFacts::is_given_up);
    if (has(Theme::double_capture)) return "One stone can capture two pairs.";
    if (has(Theme::ladder)) return "Threat follows threat, and each has one answer.";
    if (has(Theme::blocked_midpoint)) {
      return "A stone on a midpoint makes the corners of its square safe.";
    }
    if (has(Theme::midpoint)) return "A midpoint matters.";
    if (has(Theme::repetition)) return "Look for captures that undo each other again and again.";
    if (has(Theme::switchback)) {
      return gives_up ? "Let the other side capture, then take the vacated point again."
                      : "A point that a capture has vacated is taken again.";
    }
    if (has(Theme::sacrifice)) return "A stone must be given up to gain a move.";
    if (!is_who_ && danger_ && danger_->facts && danger_->facts->captured.any()) {
      return fmt::format("{} is about to capture.", opponent_);
    }
    if (has(Theme::capture)) {
      return key().captured.any() ? "A capture decides, and it is there already."
                                  : "A capture decides, but it must be prepared.";
    }
    if (!is_who_ && is_one_reply()) {
      return fmt::format("{} wants one point: nearly every move fails to the same reply.",
                         opponent_);
    }
    return "It is a race to connect: count the stones that each side needs.";
  }

  /// The second stage: what the first move does.
  std::string deed() const {
    if (key().captured.any()) return "captures";
    if (key().connects) return "connects";
    if (key().answered.any() && key().unanswered.empty()) {
      return key().threats.any()    ? "blocks and makes a threat in turn"
             : key().prepared.any() ? "blocks and prepares a capture"
                                    : "blocks";
    }
    if (key().is_on_midpoint) return "takes a midpoint";
    if (key().is_given_up) return "places a stone that will be captured at once";
    if (key().threats.any()) return "threatens to connect";
    if (key().prevented.any()) return "makes stones safe from capture";
    if (key().prepared.any()) return "prepares a capture";
    if (!is_who_ && danger_ && danger_->place == key().place) {
      return fmt::format("takes the point that {} wants", opponent_);
    }
    if (key().cost_to_other > 0) return "stands in the other side's way";
    if (key().gained > 0) return "is a step towards connecting";
    if (facts_.size() > 2 && facts_[2].captured.any()) return "quietly prepares a capture";
    if (facts_.size() > 2 && facts_[2].threats.any()) return "quietly prepares a threat";
    return "captures nothing and threatens nothing yet";
  }

  /// "in the upper left part of the board".
  std::string region() const {
    const Geometry& geometry = board_.geometry();
    const bool is_point = !geometry.is_midpoint(key().place);
    const Place place =
        is_point ? key().place : geometry.corners_of(geometry.square_of(key().place))[0];
    const auto third = [](int at, int length, const std::array<const char*, 3>& names) {
      return names[static_cast<std::size_t>(1 + (2 * at + 1 > length) - (2 * at + 1 < length))];
    };
    const auto [width, height] = geometry.size();
    const std::string_view row = third(geometry.y_of(place), height, {"lower", "middle", "upper"});
    const std::string_view column = third(geometry.x_of(place), width, {"left", "middle", "right"});
    if (row == column) return "in the middle of the board";
    return fmt::format("in the {} {} part of the board", row, column);
  }

  /// "A1 or B2": the first move and the wrong move that most resembles a solution, in the order
  /// of the alphabet.
  std::string two_places() const {
    const auto rank = [&](const WrongMove& wrong) {
      return std::tuple(wrong.is_tempting, wrong.value == "draw", wrong.plies);
    };
    std::vector<std::string> moves{puzzle_.solution.move};
    const auto decoy = std::ranges::max_element(puzzle_.wrong, {}, rank);
    if (decoy != puzzle_.wrong.end()) moves.push_back(decoy->move);
    for (std::string& move : moves) move.erase(std::min(move.find('*'), move.size()));
    std::ranges::sort(moves);
    return listed(moves, "or");
  }

  const PuzzleBoard& board_;
  const Puzzle& puzzle_;
  const bool is_who_;
  const std::string_view solver_;
  const std::string_view opponent_;
  const std::vector<MoveFacts> facts_;
  const std::optional<Danger> danger_;
};

}  // namespace

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle) {
  return Hinter(board, puzzle).hints();
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
