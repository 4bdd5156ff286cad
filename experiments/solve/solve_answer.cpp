#include "experiments/solve/solve_answer.h"

#include "core/notation.h"

namespace onyx {

SolveAnswer answer_of(const Position& position, const Decision& decision) {
  SolveAnswer answer;
  answer.position = format_position(position);
  answer.end = decision.end;
  answer.states = decision.states;
  if (!decision.is_decided()) return answer;
  answer.value = name_of(decision.claim);
  answer.distance = decision.distance;
  answer.distance_at_most = decision.distance_at_most;
  answer.all_best_moves = decision.all_best_moves;
  answer.engine = name_of(decision.engine);
  for (const Place move : decision.best_moves) {
    answer.best_moves.push_back(format_move(position, move));
  }
  return answer;
}

nlohmann::ordered_json to_json(const SolveAnswer& answer) {
  nlohmann::ordered_json json;
  json["position"] = answer.position;
  if (!answer.fault.empty()) {
    json["error"] = answer.fault;
    return json;
  }
  if (answer.end != End::complete) {
    json["value"] = "unknown";
    json["reason"] = name_of(answer.end);
    json["states"] = answer.states;
    if (answer.seconds) json["seconds"] = *answer.seconds;
    return json;
  }
  json["value"] = answer.value;
  json["proved"] = answer.is_proved;
  json["distance"] = nullptr;
  if (answer.distance >= 0) json["distance"] = answer.distance;
  if (answer.distance_at_most >= 0) json["distance_at_most"] = answer.distance_at_most;
  json["best_moves"] = answer.best_moves;
  if (!answer.all_best_moves) json["best_moves_exact"] = false;
  if (!answer.proved_by.empty()) json["proved_by"] = answer.proved_by;
  json["engine"] = answer.engine;
  if (!answer.why.empty()) json["engine_because"] = answer.why;
  json["states"] = answer.states;
  if (answer.seconds) json["seconds"] = *answer.seconds;
  if (!answer.certificate.empty()) json["certificate"] = answer.certificate;
  if (answer.is_checked) json["self_check"] = "accepted";
  if (answer.entries > 0) json["certificate_entries"] = answer.entries;
  return json;
}

}  // namespace onyx
