#include "experiments/solve/answer.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "experiments/support/budget.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "experiments/support/position_lines.h"

namespace onyx::solve_command {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const SolveAnswer& answer) {
  Json json;
  json["position"] = answer.position;
  if (!answer.fault.empty()) {
    json["error"] = answer.fault;
    return json;
  }
  if (answer.end != End::complete) {
    json["value"] = "unknown";
    json["reason"] = name_of(answer.end);
    json["states"] = answer.states;
    json["seconds"] = answer.seconds;
    return json;
  }
  json["value"] = answer.value;
  json["proved"] = answer.is_proved;
  json["distance"] = nullptr;
  if (answer.distance >= 0) json["distance"] = answer.distance;
  if (answer.distance_at_most >= 0) json["distance_at_most"] = answer.distance_at_most;
  json["best_moves"] = answer.best_moves;
  if (!answer.all_best_moves) json["best_moves_exact"] = false;
  json["engine"] = answer.engine;
  if (!answer.why.empty()) json["engine_because"] = answer.why;
  json["states"] = answer.states;
  json["seconds"] = answer.seconds;
  if (!answer.certificate.empty()) json["certificate"] = answer.certificate;
  if (answer.entries > 0) json["certificate_entries"] = answer.entries;
  return json;
}

std::string distance_text(const SolveAnswer& answer) {
  const auto plies = [](int number) {
    return counted(static_cast<std::uint64_t>(number), "ply", "plies");
  };
  if (answer.distance >= 0) return plies(answer.distance);
  return answer.distance_at_most < 0 ? "none" : "at most " + plies(answer.distance_at_most);
}

std::string best_moves_text(const SolveAnswer& answer) {
  const std::string moves = fmt::format("{}", fmt::join(answer.best_moves, " "));
  if (answer.all_best_moves) return moves.empty() ? "none, the game is over" : moves;
  if (moves.empty()) return "not known, every move loses";
  return moves + (answer.value == "draw" ? ", perhaps others" : " wins, perhaps not the soonest");
}

}  // namespace

void print(const SolveAnswer& answer, bool as_json) {
  if (as_json) return print_json(json_of(answer));
  fmt::print("{}\n", answer.value);
  if (!answer.is_proved) fmt::print("{}\n", kNotProved);
  fmt::print("distance: {}\n", distance_text(answer));
  fmt::print("best moves: {}\n", best_moves_text(answer));
  fmt::print("states: {}\n", answer.states);
  fmt::print("time: {:.3f} s\n", answer.seconds);
  fmt::print("engine: {}{}\n", answer.engine,
             answer.why.empty() ? "" : fmt::format(" ({})", answer.why));
  if (!answer.certificate.empty()) fmt::print("certificate: {}\n", shown(answer.certificate));
}

void print_line(const SolveAnswer& answer) { print_json_line(json_of(answer)); }

int SolveAnswer::exit_code() const {
  if (!fault.empty()) return exit_code::kBadInput;
  if (end == End::interrupted) return exit_code::kInterrupted;
  return end == End::complete ? exit_code::kDone : exit_code::kLimit;
}

int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation) {
  if (as_json) print_json(json_of(answer));
  if (explanation.empty()) {
    const std::string positions = counted(answer.states, "position", "positions");
    explanation = answer.end == End::interrupted
                      ? fmt::format("interrupted after {}", positions)
                      : fmt::format("the {} was reached after {}{}", name_of(answer.end), positions,
                                    advice_for(answer.end));
  }
  notify("onyx solve: {}", explanation);
  return answer.exit_code();
}

}  // namespace onyx::solve_command
