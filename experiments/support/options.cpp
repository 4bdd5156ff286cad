#include "experiments/support/options.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "core/notation.h"

namespace onyx {
namespace {

/// A decimal number from `least` to `most`. Unlike the parser's own conversion, it reads 010 as 10,
/// not as 8, and refuses numbers that overflow.
template <class Number>
std::optional<Number> number_in(std::string_view text, Number least, Number most) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// A number followed by a unit; it must begin with a digit not less than `first`.
template <class Number>
std::optional<Number> with_unit(std::string text, const CLI::AsNumberWithUnit& units, char first,
                                Number least, Number most) {
  if (text.empty() || text.front() < first || text.front() > '9') return std::nullopt;
  try {
    units(text);
  } catch (const CLI::ValidationError&) {
    return std::nullopt;
  }
  return number_in(text, least, most);
}

/// About a century: as good as unlimited, and no clock overflows.
constexpr double kLongest = 3e9;

std::optional<double> seconds_in(const std::string& text) {
  static const CLI::AsNumberWithUnit kUnits(
      [] {
        std::map<std::string, double> units;
        for (const auto& [seconds, names] : std::initializer_list<std::pair<double, const char*>>{
                 {1, "s sec secs second seconds"},
                 {60, "m min mins minute minutes"},
                 {3600, "h hr hrs hour hours"},
                 {86400, "d day days"}}) {
          for (const std::string& name : CLI::detail::split(names, ' ')) units[name] = seconds;
        }
        return units;
      }(),
      CLI::AsNumberWithUnit::CASE_SENSITIVE);
  return with_unit(text, kUnits, '0', 0.0, kLongest);
}

/// 4G, 4GB and 4GiB are equal.
std::optional<std::uint64_t> bytes_in(const std::string& text) {
  return with_unit(text, CLI::AsSizeValue(false), '1', std::uint64_t{1}, UINT64_MAX);
}

/// An option whose text `read` converts. If it returns nothing, the error is "TEXT is not `what`".
template <class Value, class Read>
CLI::Option* add_value(CLI::App& app, const std::string& name, Value& value,
                       const std::string& help, const std::string& what, const Read& read) {
  return app.add_option_function<std::string>(
      name,
      [name, &value, what, read](const std::string& text) {
        const std::optional<Value> found = read(text);
        if (!found) {
          throw CLI::ValidationError(name, fmt::format("{} is not {}", in_quotes(text), what));
        }
        value = *found;
      },
      help);
}

template <class Number>
CLI::Option* add_whole(CLI::App& app, const std::string& name, Number& number,
                       const std::string& help, Number least, Number most) {
  return add_value(app, name, number, help,
                   fmt::format("a whole number from {} to {}", least, most),
                   [=](const std::string& text) { return number_in(text, least, most); })
      ->type_name("N")
      ->default_str(std::to_string(number));
}

/// Whether the parser takes a word for a list, or would without the blanks in front.
bool is_like_list(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
  return word.starts_with('[') && word.ends_with(']');
}

std::string path_in(const std::string& name, std::string_view text) {
  if (text.empty()) throw CLI::ValidationError(name, "the name of the file or folder is empty");
  return std::string(text.substr(is_like_list(text) ? 1 : 0));
}

}  // namespace

CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& number,
                       const std::string& help, std::uint64_t least, std::uint64_t most) {
  return add_whole(app, name, number, help, least, most);
}

CLI::Option* add_number(CLI::App& app, const std::string& name, int& number,
                        const std::string& help, int least, int most) {
  return add_whole(app, name, number, help, least, most);
}

CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& seconds,
                         const std::string& help) {
  const auto what =
      fmt::format("a duration from 0 to {:.0f} s, such as 90, 90s, 5m or 2h", kLongest);
  return add_value(app, name, seconds, help, what, seconds_in)->type_name("DURATION");
}

CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help) {
  const auto what = fmt::format(
      "an amount of memory from 1 to {} bytes, such as 800000000, 500M or 4G", UINT64_MAX);
  return add_value(app, name, bytes, help, what, bytes_in)->type_name("SIZE");
}

CLI::Option* add_path(CLI::App& app, const std::string& name, std::string& path,
                      const std::string& help) {
  return app
      .add_option_function<std::string>(
          name, [name, &path](const std::string& text) { path = path_in(name, text); }, help)
      ->type_name("PATH");
}

CLI::Option* add_paths(CLI::App& app, const std::string& name, std::vector<std::string>& paths,
                       const std::string& help) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [name, &paths](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) paths.push_back(path_in(name, text));
          },
          help)
      ->type_name("PATH");
}

std::string guarded(std::string_view word) {
  return std::string(is_like_list(word) ? " " : "").append(word);
}

}  // namespace onyx
