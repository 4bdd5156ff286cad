#include "experiments/pages/book/solution_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/notation.h"
#include "experiments/support/counted.h"

namespace onyx {
namespace {

/// How a solver's step ends a line, or what else solves: "", " (or C2)", " and A1 or B2 next".
std::string remarks_on(const Step& step) {
  std::string text;
  if (!step.also.empty()) text += fmt::format(" (or {})", fmt::join(step.also, ", "));
  if (!step.threats.empty() && step.next.empty()) {
    text += fmt::format(" and {} next", fmt::join(step.threats, " or "));
  }
  if (step.repeats) text += " and so on";
  if (step.transposes) text += " as above";
  return text;
}

/// A line that leaves another one: at a reply, or at several that are answered in the same way.
struct Variation {
  const Step* where;   ///< The solver's move before the reply.
  std::size_t number;  ///< Of that move.
  std::vector<std::string> replies;
  std::string rest;
};

/// Collects the lines below a solver's move of the main line.
class Variations {
 public:
  explicit Variations(const std::vector<std::string>& main_line) : main_line_(main_line) {}

  /// `solver` is the move with the number before `number`, on the main line.
  void along(const Step& solver, std::size_t number) {
    const std::size_t ply = 2 * (number - 1) - 1;
    for (const Step& reply : solver.next) {
      const bool is_main = ply < main_line_.size() && main_line_[ply] == reply.move;
      if (!is_main) {
        branch(solver, reply, number);
      } else if (!reply.next.empty()) {
        along(reply.next.front(), number + 1);
      }
    }
  }

  std::vector<Variation> lines;

 private:
  /// The line that begins with the reply: first replies go on in it, others branch off after it.
  void branch(const Step& solver, const Step& reply, std::size_t number) {
    const std::size_t index = lines.size();
    lines.push_back({&solver, number - 1, {reply.move}, remarks_on(reply)});
    const Step* last = &reply;
    while (!last->next.empty()) {
      const Step& answer = last->next.front();
      lines[index].rest += fmt::format(" {}. {}{}", number++, answer.move, remarks_on(answer));
      for (std::size_t i = 1; i < answer.next.size(); ++i) {
        branch(answer, answer.next[i], number);
      }
      if (answer.next.empty()) break;
      last = &answer.next.front();
      lines[index].rest += fmt::format(" {}{}", last->move, remarks_on(*last));
    }
    merge(index);
  }

  /// Joins the line at the index, the last one but for what branches off it, with one from the same
  /// place that goes on in the same way; then what branches off it is the same too.
  void merge(std::size_t index) {
    for (std::size_t i = 0; i < index; ++i) {
      if (lines[i].where != lines[index].where || lines[i].rest != lines[index].rest) continue;
      lines[i].replies.push_back(lines[index].replies.front());
      lines.resize(index);
      return;
    }
  }

  const std::vector<std::string>& main_line_;
};

std::string side_of(const Geometry& geometry, const std::string& move) {
  const Place place = parse_place(geometry, move.substr(0, move.find('*')));
  const auto [x2, y2] = geometry.half_steps_to(place);
  const int middle_x = geometry.size().width - 1;
  const int middle_y = geometry.size().height - 1;
  const std::string_view row = y2 > middle_y ? "upper" : y2 < middle_y ? "lower" : "middle";
  const std::string_view column = x2 > middle_x ? "right" : x2 < middle_x ? "left" : "middle";
  if (row == "middle" && column == "middle") return "in the middle";
  if (row == "middle") return fmt::format("on the {}", column);
  if (column == "middle") return fmt::format("in the {} half", row);
  return fmt::format("{} {}", row, column);
}

}  // namespace

std::string numbered(const std::vector<std::string>& moves, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!text.empty()) text += ' ';
    if (i % 2 == 0) text += fmt::format("{}. ", first + i / 2);
    text += moves[i];
  }
  return text;
}

std::vector<std::string> variations_of(const Puzzle& puzzle) {
  Variations variations(puzzle.main_line);
  variations.along(puzzle.solution, 2);
  std::vector<std::string> texts;
  for (const Variation& line : variations.lines) {
    constexpr std::size_t kMostNamed = 5;
    texts.push_back(
        line.replies.size() > kMostNamed
            ? fmt::format("{}… others{}", line.number, line.rest)
            : fmt::format("{}… {}{}", line.number, fmt::join(line.replies, "/"), line.rest));
  }
  return texts;
}

std::vector<std::string> refutations_of(const Puzzle& puzzle) {
  std::vector<WrongMove> tempting;
  std::ranges::copy_if(puzzle.wrong, std::back_inserter(tempting), &WrongMove::is_tempting);
  const auto holds_for = [](const WrongMove& wrong) {
    return wrong.value == "draw" ? INT32_MAX : wrong.plies;
  };
  std::ranges::stable_sort(tempting, [&](const WrongMove& a, const WrongMove& b) {
    return holds_for(a) > holds_for(b);
  });
  std::vector<std::string> texts;
  for (const WrongMove& wrong : tempting) {
    const std::string end =
        wrong.value == "draw"
            ? "draw"
            : fmt::format("{} in {}", wrong.value,
                          counted(static_cast<std::uint64_t>(wrong.plies), "ply", "plies"));
    texts.push_back(fmt::format("{}? {} ({})", wrong.move, wrong.reply, end));
  }
  return texts;
}

std::string hint_of(const Puzzle& puzzle) {
  std::vector<std::string_view> themes;
  for (const Theme theme : puzzle.themes) themes.push_back(name_of(theme));
  const Geometry geometry(board_of(puzzle));
  const std::string where =
      fmt::format("The first stone: {}.", side_of(geometry, puzzle.solution.move));
  if (themes.empty()) return where;
  return fmt::format("{}. {}", fmt::join(themes, ", "), where);
}

}  // namespace onyx
