// Answers solve, values, prove and genmove requests (answers.h), on one thread.
#include <algorithm>
#include <optional>

#include "core/base/stopwatch.h"
#include "core/position.h"
#include "experiments/pages/wasm/answers.h"
#include "experiments/solve/solve_answer.h"
#include "solver/decide/move_values.h"
#include "solver/play/opponent.h"

namespace onyx::pages {
namespace {

/// Returns the limits that a request sets. `tell` gets progress at most every 200 ms.
Stop stop_for(const Json& request, const Tell& tell) {
  const auto start = Stop::Clock::now();
  const auto megabytes = std::clamp(request.value("megabytes", 512), 16, 1536);
  const auto progress = [start, last = start, &tell](const Reached& reached) mutable {
    const auto now = Stop::Clock::now();
    if (now - last < std::chrono::milliseconds(200)) return;
    last = now;
    tell({{"known", reached.known},
          {"done", reached.done},
          {"searching", reached.phase == Reached::Phase::searching},
          {"seconds", std::chrono::duration<double>(now - start).count()}});
  };
  return {.deadline = start + clock_seconds(std::clamp(request.value("seconds", 60.0), 0.0, 1e6)),
          .bytes = static_cast<std::uint64_t>(megabytes) << 20,
          .progress = progress};
}

/// Passes the value of each decided move to `tell`, and returns all these values. Decides known
/// best moves first. If the values decide the position, updates `decision`.
Json tell_values(const Position& position, Decider& decider, Decision& decision, const Stop& stop,
                 const Tell& tell) {
  Json all = Json::array();
  const auto tell_move = [&](Place move, const Decision& after) {
    Json value = to_json(answer_of(successor(position, move), after));
    value["move"] = format_move(position, move);
    value["place"] = format_place(position.geometry(), move);
    tell({{"move", value}});
    all.push_back(std::move(value));
  };
  const auto decide = [&](const Position& asked, std::optional<Place> move) {
    if (!move) return decision;
    Decision after = decider.decide(asked, stop);
    if (after.is_decided()) tell_move(*move, after);
    return after;
  };
  const MoveValues values = values_of_moves(position, decide, decision.best_moves);
  for (const MoveValue& move : values.moves) {
    if (move.follows) tell_move(move.move, move.after);
  }
  const std::uint64_t states = decision.states;
  decision = values.value;
  decision.states = states;
  return all;
}

}  // namespace

Json solve_answer(const Json& request, const Tell& tell) {
  const Position position = parse_position(request.at("position").get<std::string>());
  const Stop stop = stop_for(request, tell);
  const Stopwatch watch;
  Decider decider(position.board(), {.with_certificates = false});
  Decision decision = decider.decide(position, stop);
  const double seconds = watch.seconds();
  const auto answer = [&] {
    SolveAnswer found = answer_of(position, decision);
    found.seconds = seconds;
    return to_json(found);
  };
  if (!request.value("moves", false)) return answer();
  tell({{"answer", answer()}});
  const Json moves = tell_values(position, decider, decision, stop, tell);
  Json all = answer();
  all["moves"] = moves;
  return all;
}

Json values_answer(const Json& request, const Tell& tell) {
  const auto texts = request.at("positions").get<std::vector<std::string>>();
  Json values = Json::array();
  if (texts.empty()) return values;
  Decider decider(parse_position(texts.front()).board(), {.with_certificates = false});
  for (std::size_t i = texts.size(); i-- > 0;) {
    const Position position = parse_position(texts[i]);
    const Decision decision = decider.decide(position, stop_for(request, tell));
    Json value = to_json(answer_of(position, decision));
    value["index"] = i;
    tell({{"value", value}});
    values.push_back(std::move(value));
    if (!decision.is_decided()) break;
  }
  return values;
}

Json prove_answer(const Json& request, const Tell& tell) {
  const Position position = parse_position(request.at("position").get<std::string>());
  const Stop stop = stop_for(request, tell);
  Decider decider(position.board());
  const Decision decision = decider.decide(position, stop);
  if (!decision.is_decided()) return to_json(answer_of(position, decision));
  const auto certificate = decider.certify(position, decision, stop);
  if (!certificate) {
    return {{"value", name_of(decision.claim)},
            {"reason", name_of(stop.met().value_or(End::memory_limit))}};
  }
  return {{"value", name_of(decision.claim)}, {"text", to_json(*certificate)}};
}

Json genmove_answer(const Json& request, const Tell& tell) {
  const ChosenMove chosen =
      choose_move(request.at("position").get<std::string>(),
                  std::clamp(request.value("level", 3), 1, kMostLevel),
                  request.value("seed", std::uint64_t{1}), stop_for(request, tell));
  Json answer = {{"move", chosen.move},
                 {"value", chosen.value ? name_of(*chosen.value) : "unknown"},
                 {"distance_at_most", nullptr}};
  if (chosen.plies) answer["distance_at_most"] = *chosen.plies;
  return answer;
}

}  // namespace onyx::pages
