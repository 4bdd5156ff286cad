// The small program of the pages, loaded first; answers all requests that need no search.
#include <emscripten.h>

#include <map>
#include <string>

#include "experiments/pages/wasm/answers.h"

namespace onyx::pages {
namespace {

Json answer_to(const Json& request) {
  using Answer = Json (*)(const Json&);
  static const std::map<std::string, Answer> kAnswers = {{"position", position_answer},
                                                         {"play", play_answer},
                                                         {"game", game_answer},
                                                         {"picture", picture_answer},
                                                         {"strategy", strategy_answer}};
  return kAnswers.at(request.at("ask").get<std::string>())(request);
}

}  // namespace
}  // namespace onyx::pages

extern "C" {

/// Takes a request and returns the answer, both as JSON text (answers.h).
EMSCRIPTEN_KEEPALIVE const char* onyx_ask(const char* request) {
  return onyx::pages::kept(
      [&] { return onyx::pages::answer_to(onyx::pages::Json::parse(request)); });
}

/// Opens a certificate in JSON or compact form, for "strategy" requests.
EMSCRIPTEN_KEEPALIVE const char* onyx_open(const char* bytes, std::size_t size) {
  return onyx::pages::kept([&] { return onyx::pages::open_strategy({bytes, size}); });
}
}
