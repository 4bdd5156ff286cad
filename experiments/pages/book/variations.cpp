#include "experiments/pages/book/variations.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "experiments/pages/book/phrases.h"

namespace onyx {
namespace {

/// A line that branches off at a reply. Replies with equal continuations share a line.
struct Variation {
  const Step* where;   ///< The solver's move before the reply.
  std::size_t number;  ///< The reply's move number in the puzzle, from 1.
  std::string before;  ///< The moves after the main line, up to the reply; "" if there are none.
  std::vector<std::string> replies;
  std::string rest;
};

/// Collects all lines of the solution tree except the main line.
class Variations {
 public:
  explicit Variations(const Puzzle& puzzle) : main_line_(puzzle.main_line) {}

  /// `solver` must be on the main line; its replies have the move number `reply_number`.
  void along(const Step& solver, std::size_t reply_number) {
    for (const Step& reply : solver.next) {
      if (reply_number > main_line_.size() || main_line_[reply_number - 1] != reply.move) {
        branch(solver, reply, reply_number, "");
      } else if (!reply.next.empty()) {
        along(reply.next.front(), reply_number + 2);
      }
    }
  }

  std::vector<Variation> lines;

 private:
  /// Returns how the line ends. Omits duals, which would contradict the moves that follow.
  static std::string remarks_on(const Step& step) {
    std::string text;
    if (!step.threats.empty() && step.next.empty()) {
      text += fmt::format(", and {} connects", named_moves(step.threats));
    }
    if (step.repeats) text += ", and an earlier position is back";
    if (step.transposes) text += ", as in another line";
    return text;
  }

  /// Adds the line that begins with the reply, and the lines that branch off from it.
  void branch(const Step& solver, const Step& reply, std::size_t number, std::string before) {
    const std::size_t index = lines.size();
    lines.push_back({&solver, number, before, {reply.move}, remarks_on(reply)});
    before += " " + numbered_move(number, reply.move);
    const Step* last = &reply;
    while (!last->next.empty()) {
      const Step& answer = last->next.front();
      lines[index].rest +=
          fmt::format(" {}{}", numbered_move(++number, answer.move), remarks_on(answer));
      before += " " + numbered_move(number, answer.move);
      for (std::size_t i = 1; i < answer.next.size(); ++i) {
        branch(answer, answer.next[i], number + 1, before);
      }
      if (answer.next.empty()) break;
      last = &answer.next.front();
      lines[index].rest +=
          fmt::format(" {}{}", numbered_move(++number, last->move), remarks_on(*last));
      before += " " + numbered_move(number, last->move);
    }
    merge(index);
  }

  /// If an earlier line branches off at the same move and has the same `rest`, adds the reply of
  /// line `index` to it, and drops `index` and all later lines, which are all branches of `index`.
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

}  // namespace

std::vector<std::string> variations_of(const Puzzle& puzzle) {
  Variations variations(puzzle);
  variations.along(puzzle.solution, 2);
  // Replies that are counted together interest readers least.
  const auto are_counted = [](const Variation& line) { return line.replies.size() > kMostNamed; };
  std::ranges::stable_sort(variations.lines, {}, [&](const Variation& line) {
    return std::tuple(!line.before.empty(), are_counted(line), line.number,
                      -static_cast<int>(line.rest.size()));
  });
  std::vector<std::string> texts;
  for (const Variation& line : variations.lines) {
    std::string replies = line.before.empty() ? "" : fmt::format("after{}, ", line.before);
    replies += numbered_move(
        line.number, are_counted(line) ? fmt::format("any of {} other moves", line.replies.size())
                                       : named_moves(line.replies));
    if (line.rest.empty() && aim_of(puzzle) == Aim::resist) replies += " wins just as soon";
    // If `rest` is only a remark, it begins with a comma.
    texts.push_back(line.rest.starts_with(' ') ? replies + ":" + line.rest : replies + line.rest);
  }
  return texts;
}

}  // namespace onyx
