// The large program of the pages: solver, player and referee behind two C functions.
#include <emscripten.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "experiments/pages/wasm/answers.h"
#include "solver/referee/referee.h"

// clang-format off
EM_JS(void, onyx_tell, (const char* json), {
  if (Module.onTell) Module.onTell(UTF8ToString(json));
});
// clang-format on

namespace onyx::pages {
namespace {

Json answer_to(const Json& request) {
  using Answer = Json (*)(const Json&, const Tell&);
  static const std::map<std::string, Answer> kAnswers = {{"solve", solve_answer},
                                                         {"values", values_answer},
                                                         {"prove", prove_answer},
                                                         {"genmove", genmove_answer}};
  return kAnswers.at(request.at("ask").get<std::string>())(
      request, [](const Json& json) { onyx_tell(text_of(json).c_str()); });
}

#ifdef ONYX_WITH_ZSTD
referee::Verdict verdict_on(const referee::File& file, std::string_view) {
  referee::Watch watch;
  watch.progress = [part = 0](std::uint64_t done, std::uint64_t all) mutable {
    const auto reached = static_cast<int>(100 * done / std::max(done, all));
    if (reached == part) return;
    part = reached;
    onyx_tell(text_of({{"percent", part}}).c_str());
  };
  if (referee::kind_of(file) == referee::Kind::game) {
    throw std::runtime_error(
        "a game with one mistake needs the two files that it names; check it with the program "
        "onyx-check");
  }
  return referee::check(file, watch);
}
#else
referee::Verdict verdict_on(const referee::File& file, std::string_view bytes) {
  if (referee::kind_of(file) != referee::Kind::certificate) {
    throw std::runtime_error(
        "this site was built without zstd, so it checks certificates in JSON only; check others "
        "with the program onyx-check");
  }
  return referee::check_certificate(bytes);
}
#endif

Json judgement(std::string_view bytes) {
  const referee::Verdict verdict = verdict_on(referee::file_of(bytes), bytes);
  Json json{{"accepted", verdict.accepted}, {"text", verdict.text}};
  if (!verdict.claim.empty()) {
    json["claim"] = verdict.claim;
    json["position"] = verdict.position;
  }
  if (verdict.game) json["game"] = {{"setup", verdict.game->setup}, {"plies", verdict.game->plies}};
  return json;
}

}  // namespace
}  // namespace onyx::pages

extern "C" {

/// Takes a request and returns the answer, both as JSON text (answers.h).
EMSCRIPTEN_KEEPALIVE const char* onyx_ask(const char* request) {
  return onyx::pages::kept(
      [&] { return onyx::pages::answer_to(onyx::pages::Json::parse(request)); });
}

/// Judges a file of any kind except a game with one mistake. Returns {"accepted", "text"} with the
/// text of onyx-check; for an accepted certificate also {"claim", "position"}, and {"game":
/// {"setup", "plies"}} if it has a game. Passes {"percent"} to Module.onTell during a long check.
EMSCRIPTEN_KEEPALIVE const char* onyx_check(const char* bytes, std::size_t size) {
  return onyx::pages::kept([&] { return onyx::pages::judgement({bytes, size}); });
}
}
