// Results to standard output, everything else to standard error.
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace onyx {

/// A line on standard error. That it cannot be written changes nothing, so it never throws.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// A JSON result. Bytes that are no UTF-8, as in names of files, are replaced.
inline void print_json(const nlohmann::ordered_json& json) {
  using Json = nlohmann::ordered_json;
  fmt::print("{}\n", json.dump(1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace onyx
