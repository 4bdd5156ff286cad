#include "experiments/solve/answer.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "experiments/support/counted.h"
#include "experiments/support/output.h"

namespace onyx::solve_command {
namespace {

void print_as_json(const SolveAnswer& answer) {
  nlohmann::ordered_json json;
  json["position"] = answer.position;
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
  print_json(json);
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
  return moves +
         (answer.distance_at_most < 0 ? ", perhaps others" : " wins, perhaps not the soonest");
}

}  // namespace

void print(const SolveAnswer& answer, bool as_json) {
  if (as_json) return print_as_json(answer);
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

int print_unknown(const std::string& position, const char* reason, std::uint64_t states,
                  const Progress& progress, bool as_json, const std::string& explanation,
                  int code) {
  if (as_json) {
    nlohmann::ordered_json json;
    json["position"] = position;
    json["value"] = "unknown";
    json["reason"] = reason;
    json["states"] = states;
    json["seconds"] = progress.seconds();
    print_json(json);
  }
  notify("onyx solve: {}", explanation);
  return code;
}

}  // namespace onyx::solve_command
