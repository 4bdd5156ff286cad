// Results to standard output, everything else to standard error.
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace onyx {

/// A line on standard error. That it cannot be written changes nothing, so it never throws.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// The name of a file or folder for a line of output: control characters, which could move the
/// cursor of a terminal, are escaped.
inline std::string shown(std::string_view name) {
  std::string text;
  const auto is_control = [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    // U+0080 to U+009F are control characters, too.
    const auto next = static_cast<unsigned char>(i + 1 < name.size() ? name[i + 1] : 0);
    const bool is_pair = byte == 0xc2 && next >= 0x80 && next < 0xa0;
    if (is_pair || is_control(byte)) text += fmt::format("\\x{:02x}", byte);
    if (is_pair) text += fmt::format("\\x{:02x}", next);
    if (!is_pair && !is_control(byte)) text += name[i];
    i += is_pair ? 1 : 0;
  }
  return text;
}

/// A JSON result. Bytes that are no UTF-8, as in names of files, are replaced.
inline void print_json(const nlohmann::ordered_json& json) {
  using Json = nlohmann::ordered_json;
  fmt::print("{}\n", json.dump(1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace onyx
