#include "experiments/support/options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "core/base/ascii.h"
#include "core/input_error.h"

namespace onyx {
namespace {

/// Parses a number with a unit. Its first digit must be at least `first`.
template <class Number>
std::optional<Number> with_unit(std::string text, const CLI::AsNumberWithUnit& units, char first,
                                Number least, Number most) {
  if (text.empty() || text.front() < first || text.front() > '9') return std::nullopt;
  try {
    units(text);
  } catch (const CLI::ValidationError&) {
    return std::nullopt;
  }
  return parse_number(text, least, most);
}

/// In seconds, about a century. Longer durations might overflow a clock.
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

std::optional<std::uint64_t> bytes_in(const std::string& text) {
  return with_unit(text, CLI::AsSizeValue(false), '1', std::uint64_t{1}, UINT64_MAX);
}

/// Adds an option whose text `read` converts. If `read` returns nothing, the error is "TEXT is not
/// `what`".
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

// Uses parse_number(), which reads 010 as 10; CLI11 would read 010 as octal.
template <class Number>
CLI::Option* add_whole(CLI::App& app, const std::string& name, Number& number,
                       const std::string& help, Number least, Number most) {
  return add_value(app, name, number, help,
                   fmt::format("a whole number from {} to {}", least, most),
                   [=](const std::string& text) { return parse_number(text, least, most); })
      ->type_name("N")
      ->default_str(std::to_string(number));
}

/// Whether the parser would read the word, without leading blanks, as a list.
bool is_like_list(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
  return word.starts_with('[') && word.ends_with(']');
}

std::string path_in(const std::string& name, std::string_view text) {
  if (text.empty()) throw CLI::ValidationError(name, "the name of the file or folder is empty");
  return std::string(text.substr(is_like_list(text) ? 1 : 0));
}

/// Edit distance: the number of letters to insert, remove, replace or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) steps[i][0] = i;
  std::iota(steps[0].begin(), steps[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = steps[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      steps[i][j] = std::min({replaced, steps[i - 1][j] + 1, steps[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
      }
    }
  }
  return steps[a.size()][b.size()];
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

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto complaint = [words](const std::string& typed) -> std::string {
    if (std::find(words.begin(), words.end(), typed) != words.end()) return "";
    return fmt::format("{} is not one of {}{}", in_quotes(typed), fmt::join(words, ", "),
                       did_you_mean(typed, words));
  };
  return CLI::Validator(complaint, fmt::format("{{{}}}", fmt::join(words, ",")));
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  // The name of the type ends with the choices, as in TEXT:{keep,swap}.
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

std::string nearest(std::string_view typed, const std::vector<std::string>& words) {
  // Accept one typo per three letters, but at least one; with more, any word would match.
  std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
  std::string result;
  for (const std::string& word : words) {
    if (typed.size() >= 3 && word.starts_with(typed)) return word;
    if (typed.size() >= word.size() + least || word.size() >= typed.size() + least) continue;
    if (const std::size_t steps = distance(typed, word); steps < least) {
      least = steps;
      result = word;
    }
  }
  return result;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words,
                         std::string_view otherwise) {
  const std::string word = nearest(typed, words);
  return word.empty() ? std::string(otherwise) : fmt::format("; did you mean '{}'?", word);
}

std::vector<std::string> flags_of(const CLI::Option& option) {
  std::vector<std::string> flags;
  for (const std::string& name : option.get_snames()) flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

}  // namespace onyx
