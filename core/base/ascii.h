// Letters of ASCII, whatever the locale.
#pragma once

namespace onyx {

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}
/// Of a small letter; others stay as they are.
constexpr char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

}  // namespace onyx
