// The program of the pages: the rules, the solver and the referee behind two functions of C.
#include <emscripten.h>

#include <map>
#include <new>
#include <string>

#include "core/notation.h"
#include "experiments/pages/wasm/answers.h"
#include "solver/referee/referee.h"

// clang-format off
EM_JS(void, onyx_tell, (const char* json), {
  if (Module.onTell) Module.onTell(UTF8ToString(json));
});
// clang-format on

namespace onyx::pages {
namespace {

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json answer_to(const Json& request) {
  using Answer = Json (*)(const Json&);
  static const std::map<std::string, Answer> kAnswers = {{"position", position_answer},
                                                         {"play", play_answer},
                                                         {"game", game_answer},
                                                         {"picture", picture_answer},
                                                         {"certificate", certificate_answer}};
  using LongAnswer = Json (*)(const Json&, const Tell&);
  static const std::map<std::string, LongAnswer> kLongAnswers = {
      {"solve", solve_answer}, {"values", values_answer}, {"prove", prove_answer}};
  const auto ask = request.at("ask").get<std::string>();
  if (const auto answer = kAnswers.find(ask); answer != kAnswers.end()) {
    return answer->second(request);
  }
  return kLongAnswers.at(ask)(request, [](const Json& json) { onyx_tell(text_of(json).c_str()); });
}

Json judgement(std::string_view bytes) {
  const referee::Kind kind = referee::kind_of(referee::file_of(bytes));
  if (kind != referee::Kind::certificate) {
    return {{"fault", std::string(kind == referee::Kind::table ? "a table of a whole board"
                                                               : "a compact certificate") +
                          "; the program onyx-check judges these"}};
  }
  const referee::Verdict verdict = referee::check_certificate(bytes);
  return {{"accepted", verdict.accepted}, {"text", verdict.text}};
}

/// The answer's text, which stays until the next question.
template <class Make>
const char* kept(const Make& make) {
  static std::string answer;
  try {
    answer = text_of(make());
  } catch (const std::bad_alloc&) {
    answer = R"({"fault": "not enough memory"})";
  } catch (const std::exception& error) {
    answer = text_of({{"fault", error.what()}});
  }
  return answer.c_str();
}

}  // namespace
}  // namespace onyx::pages

extern "C" {

/// Answers a request of answers.h.
EMSCRIPTEN_KEEPALIVE const char* onyx_ask(const char* request) {
  return onyx::pages::kept(
      [&] { return onyx::pages::answer_to(onyx::pages::Json::parse(request)); });
}

/// Judges a certificate: {"accepted", "text"}, in the words of onyx-check.
EMSCRIPTEN_KEEPALIVE const char* onyx_check(const char* bytes, std::size_t size) {
  return onyx::pages::kept([&] { return onyx::pages::judgement({bytes, size}); });
}
}
