// Answers requests of the web pages, in JSON (experiments/pages/README.md).
#pragma once

#include <exception>
#include <functional>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/position.h"

namespace onyx::pages {

using Json = nlohmann::ordered_json;
/// Receives progress and parts of an answer.
using Tell = std::function<void(const Json&)>;

inline std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns make() as JSON text, or {"fault": text} if it throws. Valid until the next request.
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

/// Returns {"place", "move", "captured"} of a legal move.
Json move_in(const Position& position, Place place);

Json position_answer(const Json& request);
Json play_answer(const Json& request);
Json game_answer(const Json& request);
Json picture_answer(const Json& request);
Json strategy_answer(const Json& request);
/// Stores a certificate and returns {strategy: its number, claim, position, entries}. Throws
/// Damage, FieldError or InputError for bytes that are not a certificate.
Json open_strategy(std::string_view bytes);

Json solve_answer(const Json& request, const Tell& tell);
Json values_answer(const Json& request, const Tell& tell);
Json prove_answer(const Json& request, const Tell& tell);
Json genmove_answer(const Json& request, const Tell& tell);

}  // namespace onyx::pages
