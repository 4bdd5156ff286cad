#include "experiments/support/options.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "core/notation.h"

namespace onyx {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The number in front of a unit, and the unit; a blank between them is dropped.
std::pair<std::string_view, std::string_view> number_and_unit(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789.") + 1;
  const std::string_view unit = text.substr(end);
  return {text.substr(0, end), unit.substr(unit.starts_with(' ') ? 1 : 0)};
}

/// 4G, 4GB and 4GiB are all the same.
std::optional<std::uint64_t> bytes_in(std::string_view text) {
  const auto [digits, name] = number_and_unit(text);
  const std::string unit = name.empty() ? "b" : CLI::detail::to_lower(std::string(name));
  const std::size_t power = std::string_view("bkmgt").find(unit.front());
  const std::string rest = unit.substr(1);
  const bool is_unit = rest.empty() || (power > 0 && (rest == "b" || rest == "ib"));
  const auto number = whole_number(digits);
  if (power == std::string_view::npos || !is_unit || !number) return std::nullopt;
  if (*number > (UINT64_MAX >> (10 * power))) return std::nullopt;
  return *number << (10 * power);
}

/// A century stands for ever, and does not overflow any clock.
constexpr double kLongest = 3e9;

std::optional<double> seconds_in(std::string_view text) {
  struct Unit {
    double seconds;
    std::vector<std::string_view> names;
  };
  static const std::vector<Unit> kUnits = {{1, {"", "s", "sec", "secs", "second", "seconds"}},
                                           {60, {"m", "min", "mins", "minute", "minutes"}},
                                           {3600, {"h", "hr", "hrs", "hour", "hours"}},
                                           {86400, {"d", "day", "days"}}};
  const auto [digits, name] = number_and_unit(text);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [read_to, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || read_to != end) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (std::find(unit.names.begin(), unit.names.end(), name) == unit.names.end()) continue;
    value *= unit.seconds;
    if (!std::isfinite(value) || value < 0 || value > kLongest) return std::nullopt;
    return value;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const std::string& name, const std::string& text, std::string_view what) {
  throw CLI::ValidationError(name, fmt::format("{} is not {}", in_quotes(text), what));
}

/// Whether the parser takes a word for a list, or would but for blanks in front.
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
  return app
      .add_option_function<std::string>(
          name,
          [name, &number, least, most](const std::string& text) {
            const auto value = whole_number(text);
            if (!value || *value < least || *value > most) {
              refuse(name, text, fmt::format("a whole number from {} to {}", least, most));
            }
            number = *value;
          },
          help)
      ->type_name("N");
}

CLI::Option* add_number(CLI::App& app, const std::string& name, int& number,
                        const std::string& help, int least, int most) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &number, least, most](const std::string& text) {
            const auto value = whole_number(text);
            if (!value || *value < static_cast<unsigned>(least) ||
                *value > static_cast<unsigned>(most)) {
              refuse(name, text, fmt::format("a whole number from {} to {}", least, most));
            }
            number = static_cast<int>(*value);
          },
          help)
      ->type_name("N");
}

CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& seconds,
                         const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &seconds](const std::string& text) {
            const auto value = seconds_in(text);
            if (!value) {
              refuse(name, text,
                     fmt::format("a duration from 0 to {:.0f} s, as 90, 90s, 5m or 2h", kLongest));
            }
            seconds = *value;
          },
          help)
      ->type_name("DURATION");
}

CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &bytes](const std::string& text) {
            const auto value = bytes_in(text);
            if (!value || *value == 0) {
              refuse(name, text,
                     fmt::format("an amount of memory from 1 to {} bytes, as 800000000, 500M or 4G",
                                 UINT64_MAX));
            }
            bytes = *value;
          },
          help)
      ->type_name("SIZE");
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
