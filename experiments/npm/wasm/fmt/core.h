// A small replacement for the library fmt. Supports the fields `{}` (strings, characters, integers)
// and `{:02x}` (bytes).
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace fmt {

struct Argument {
  std::string text;
  unsigned value = 0;

  Argument(std::string_view value) : text(value) {}
  Argument(const std::string& value) : text(value) {}
  Argument(const char* value) : text(value) {}
  Argument(char value) : text(1, value) {}
  template <std::integral Number>
  Argument(Number number) : text(std::to_string(number)), value(static_cast<unsigned>(number)) {}
};

inline std::string format_all(std::string_view pattern, const Argument* argument) {
  std::string text;
  while (!pattern.empty()) {
    const bool is_field = pattern.starts_with("{}");
    const bool is_hexadecimal = pattern.starts_with("{:02x}");
    if (is_field) {
      text += argument++->text;
    } else if (is_hexadecimal) {
      const unsigned byte = argument++->value;
      for (const unsigned digit : {byte >> 4 & 15, byte & 15}) text += "0123456789abcdef"[digit];
    } else {
      text += pattern.front();
    }
    const bool is_doubled = pattern.starts_with("{{") || pattern.starts_with("}}");
    pattern.remove_prefix(is_hexadecimal ? 6 : is_field || is_doubled ? 2 : 1);
  }
  return text;
}

template <class... Values>
std::string format(std::string_view pattern, const Values&... values) {
  const Argument arguments[] = {Argument(values)..., Argument('\0')};
  return format_all(pattern, arguments);
}

}  // namespace fmt
