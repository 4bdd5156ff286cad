// Command-line options with strict checks. Error messages name the option and its allowed values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace onyx {

/// The default maximum of counts, low enough that the sum of two counts cannot overflow.
inline constexpr std::uint64_t kMostCount = UINT64_MAX / 2;

/// Adds an option for a whole number, `least` to `most`. Help shows `number` as the default.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& number,
                       const std::string& help, std::uint64_t least = 0,
                       std::uint64_t most = kMostCount);
/// Like add_count(), for an int; `least` must not be negative.
CLI::Option* add_number(CLI::App& app, const std::string& name, int& number,
                        const std::string& help, int least, int most);

/// Adds an option for a duration of 0 or more: seconds, or a number with a unit such as s, min, h,
/// d. Fractions are allowed.
CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& seconds,
                         const std::string& help);

/// Adds an option for an amount of memory: bytes, or 4K, 4M, 4GB, 4GiB etc. (powers of 1024).
CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help);

/// Adds an option for the name of a file or folder, with any characters but not empty.
CLI::Option* add_path(CLI::App& app, const std::string& name, std::string& path,
                      const std::string& help);
/// Like add_path(), for one or more names.
CLI::Option* add_paths(CLI::App& app, const std::string& name, std::vector<std::string>& paths,
                       const std::string& help);

/// Puts a blank before a word that the parser would read as a list (`[...]`) or drop (`[]`).
/// Positions and moves ignore the blank; add_path() and add_paths() remove it.
std::string guarded(std::string_view word);

/// Returns a validator that accepts only `words`. Help, errors and shell completion list the words.
CLI::Validator one_of(const std::vector<std::string>& words);

/// Returns the words of one_of(); empty if the option has no such validator.
std::vector<std::string> choices_of(const CLI::Option& option);

template <class Values>
std::vector<std::string> names_of_all(const Values& values) {
  std::vector<std::string> names;
  for (const auto& value : values) names.emplace_back(name_of(value));
  return names;
}

/// Returns the first word that begins with `typed`, else the nearest word; "" if none is near.
std::string nearest(std::string_view typed, const std::vector<std::string>& words);

/// "; did you mean 'WORD'?", or `otherwise` if no word is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words,
                         std::string_view otherwise = "");

/// Returns the names of the option with their hyphens, short names first.
std::vector<std::string> flags_of(const CLI::Option& option);

std::vector<const CLI::App*> commands_of(const CLI::App& program);

}  // namespace onyx
