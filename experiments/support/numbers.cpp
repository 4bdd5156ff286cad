#include "experiments/support/numbers.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/notation.h"

namespace onyx {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> bytes_in(std::string_view text) {
  if (text.empty()) return std::nullopt;
  constexpr std::string_view kSuffixes = "KMGT";
  const char last = text.back();
  const std::size_t power =
      kSuffixes.find(last >= 'a' && last <= 'z' ? static_cast<char>(last - 'a' + 'A') : last);
  if (power == std::string_view::npos) return whole_number(text);
  const auto number = whole_number(text.substr(0, text.size() - 1));
  const auto shift = 10 * (power + 1);
  if (!number || *number > (UINT64_MAX >> shift)) return std::nullopt;
  return *number << shift;
}

[[noreturn]] void refuse(const std::string& name, const std::string& text, std::string_view what) {
  throw CLI::ValidationError(name, fmt::format("{} is not {}", in_quotes(text), what));
}

}  // namespace

CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& number,
                       const std::string& help, std::uint64_t least) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &number, least](const std::string& text) {
            const auto value = whole_number(text);
            if (!value || *value < least || *value > UINT64_MAX / 2) {
              refuse(name, text, fmt::format("a whole number from {} on", least));
            }
            number = *value;
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
            double value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            // A century stands for ever, and does not overflow any clock.
            constexpr double kLongest = 3e9;
            if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) ||
                value < 0 || value > kLongest) {
              refuse(name, text, "a number of seconds, 0 or more");
            }
            seconds = value;
          },
          help)
      ->type_name("SECONDS");
}

CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [name, &bytes](const std::string& text) {
            const auto value = bytes_in(text);
            if (!value || *value == 0) {
              refuse(name, text, "an amount of memory, as 800000000, 500M or 4G");
            }
            bytes = *value;
          },
          help)
      ->type_name("SIZE");
}

}  // namespace onyx
