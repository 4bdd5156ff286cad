#include "experiments/support/choices.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

#include "core/notation.h"

namespace onyx {
namespace {

/// The number of letters to insert, remove, replace or swap with the next one to get from `a` to
/// `b`.
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

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto complaint = [words](const std::string& typed) -> std::string {
    if (std::find(words.begin(), words.end(), typed) != words.end()) return "";
    return fmt::format("{} is not one of {}{}", in_quotes(typed), fmt::join(words, ", "),
                       did_you_mean(typed, words));
  };
  return CLI::Validator(complaint, fmt::format("{{{}}}", fmt::join(words, ",")));
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  // The description of the validator follows the type, as in TEXT:{keep,swap}.
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

std::string nearest(std::string_view typed, const std::vector<std::string>& words) {
  // Allows one error per three letters, and one in any case; with more, any word would be near.
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

}  // namespace onyx
