// ASCII letters and numbers, independent of the locale.
#pragma once

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace onyx {

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}
constexpr char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

constexpr bool is_letter(char letter) { return upper(letter) >= 'A' && upper(letter) <= 'Z'; }

inline std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& letter : small) letter = static_cast<char>(is_letter(letter) ? letter | 0x20 : letter);
  return small;
}

/// Returns the number of leading characters that meet the condition.
template <class Condition>
std::size_t count_front(std::string_view text, const Condition& condition) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, condition) - text.begin());
}

inline std::string_view trimmed(std::string_view text) {
  text.remove_prefix(count_front(text, is_blank));
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Returns the number if the whole text is a number from `least` to `most`, otherwise nullopt.
template <class Number>
std::optional<Number> parse_number(std::string_view text, Number least, Number most) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// Removes a number of 1 to 3 digits, the first not 0, from the front of `text` and returns it.
inline std::optional<int> take_number(std::string_view& text) {
  const std::size_t digits = count_front(text, is_digit);
  if (digits == 0 || digits > 3 || text.front() == '0') return std::nullopt;
  int number = 0;
  std::from_chars(text.data(), text.data() + digits, number);
  text.remove_prefix(digits);
  return number;
}

}  // namespace onyx
