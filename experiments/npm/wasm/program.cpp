// The package's program: rules, solver, player and referee behind two C functions. program.js,
// not Emscripten, provides its imports.
#include <string>
#include <string_view>

#include "experiments/pages/wasm/answers.h"
#include "solver/referee/referee.h"

/// Receives progress, and parts of an answer.
extern "C" void onyx_tell(const char* json);

namespace onyx::pages {
namespace {

Json answer_to(const Json& request) {
  const Tell tell = [](const Json& json) { onyx_tell(text_of(json).c_str()); };
  const auto ask = request.at("ask").get<std::string>();
  if (ask == "position") return position_answer(request);
  if (ask == "play") return play_answer(request);
  if (ask == "solve") return solve_answer(request, tell);
  if (ask == "prove") return prove_answer(request, tell);
  return genmove_answer(request, tell);
}

Json judgement(std::string_view bytes) {
  const referee::Verdict verdict = referee::check_certificate(bytes);
  Json json{{"accepted", verdict.accepted}, {"text", verdict.text}};
  if (verdict.accepted) {
    json["claim"] = verdict.claim;
    json["position"] = verdict.position;
  }
  return json;
}

}  // namespace
}  // namespace onyx::pages

extern "C" {

/// Answers position, play, solve, prove and genmove requests (experiments/pages/wasm/answers.h).
const char* onyx_ask(const char* request) {
  return onyx::pages::kept(
      [&] { return onyx::pages::answer_to(onyx::pages::Json::parse(request)); });
}

const char* onyx_check(const char* bytes, std::size_t size) {
  return onyx::pages::kept([&] { return onyx::pages::judgement({bytes, size}); });
}
}
