// Turns answers into text for JavaScript; a C function returns a pointer to the text.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "experiments/pages/wasm/answers.h"

namespace onyx::pages {

inline std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The answer's text, which stays valid until the next question.
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

}  // namespace onyx::pages
