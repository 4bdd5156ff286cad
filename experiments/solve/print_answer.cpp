#include "experiments/solve/print_answer.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "experiments/support/budget.h"
#include "experiments/support/output.h"
#include "experiments/support/position_lines.h"

namespace onyx::solve_command {
namespace {

std::string distance_text(const SolveAnswer& answer) {
  const auto plies = [](int number) {
    return counted(static_cast<std::uint64_t>(number), "ply", "plies");
  };
  if (answer.distance >= 0) return plies(answer.distance);
  if (!answer.proved_by.empty() && answer.value != "draw") return "unknown";
  return answer.distance_at_most < 0 ? "none" : "at most " + plies(answer.distance_at_most);
}

std::string best_moves_text(const SolveAnswer& answer) {
  const std::string moves = fmt::format("{}", fmt::join(answer.best_moves, " "));
  if (answer.all_best_moves) return moves.empty() ? "none, the game is over" : moves;
  if (moves.empty()) {
    return answer.value == "draw" ? "unknown" : "unknown, every move loses";
  }
  return moves + (answer.value == "draw" ? ", perhaps others" : " wins, perhaps not the soonest");
}

}  // namespace

void print(const SolveAnswer& answer, bool as_json) {
  if (as_json) return print_json(to_json(answer));
  fmt::print("{}\n", answer.value);
  if (!answer.is_proved) fmt::print("{}\n", kNotProved);
  if (!answer.proved_by.empty()) fmt::print("proved by {}\n", shown(answer.proved_by));
  fmt::print("distance: {}\n", distance_text(answer));
  fmt::print("best moves: {}\n", best_moves_text(answer));
  fmt::print("states: {}\n", answer.states);
  fmt::print("time: {:.3f} s\n", answer.seconds.value_or(0));
  fmt::print("engine: {}{}\n", answer.engine,
             answer.why.empty() ? "" : fmt::format(" ({})", answer.why));
  if (!answer.certificate.empty()) fmt::print("certificate: {}\n", shown(answer.certificate));
}

void print_line(const SolveAnswer& answer) { print_json_line(to_json(answer)); }

int exit_code_of(const SolveAnswer& answer) {
  if (!answer.fault.empty()) return exit_code::kBadInput;
  if (answer.end == End::interrupted) return exit_code::kInterrupted;
  return answer.end == End::complete ? exit_code::kDone : exit_code::kLimit;
}

int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation) {
  if (as_json) print_json(to_json(answer));
  if (explanation.empty()) {
    const std::string positions = counted(answer.states, "position", "positions");
    explanation = answer.end == End::interrupted
                      ? fmt::format("interrupted after {}", positions)
                      : fmt::format("the {} was reached after {}{}", name_of(answer.end), positions,
                                    advice_for(answer.end));
  }
  notify("onyx solve: {}", explanation);
  return exit_code_of(answer);
}

}  // namespace onyx::solve_command
