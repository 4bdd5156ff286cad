// Strict options of the command line; error messages name the option and its values.
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

/// The sum of two such counts does not overflow.
inline constexpr std::uint64_t kMostCount = UINT64_MAX / 2;

/// A whole number from `least` to `most`. The present value of `number` is the default in the help.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& number,
                       const std::string& help, std::uint64_t least = 0,
                       std::uint64_t most = kMostCount);
/// Likewise; `least` must not be negative.
CLI::Option* add_number(CLI::App& app, const std::string& name, int& number,
                        const std::string& help, int least, int most);

/// A duration, 0 or more, with fractions: seconds, or a number with s, m, h, d, sec, min and so on.
CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& seconds,
                         const std::string& help);

/// Bytes, or an amount such as 4K, 4M, 4G, 4T (powers of 1024), 4GB, 4GiB.
CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help);

/// The name of a file or folder, of any characters, not empty.
CLI::Option* add_path(CLI::App& app, const std::string& name, std::string& path,
                      const std::string& help);
/// One name or more.
CLI::Option* add_paths(CLI::App& app, const std::string& name, std::vector<std::string>& paths,
                       const std::string& help);

/// Protects a word from the parser, which treats `[...]` as a list and drops `[]`, by a leading
/// blank. Positions and moves ignore it; add_path and add_paths remove it.
std::string guarded(std::string_view word);

/// For CLI::Option::check. Help, errors and shell completion list the words.
CLI::Validator one_of(const std::vector<std::string>& words);

/// The words of one_of; empty for any other option.
std::vector<std::string> choices_of(const CLI::Option& option);

template <class Values>
std::vector<std::string> names_of_all(const Values& values) {
  std::vector<std::string> names;
  for (const auto& value : values) names.emplace_back(name_of(value));
  return names;
}

/// The word that begins with `typed` or differs by a few typing errors; otherwise "".
std::string nearest(std::string_view typed, const std::vector<std::string>& words);

/// "; did you mean 'WORD'?", or `otherwise` if no word is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words,
                         std::string_view otherwise = "");

/// With their hyphens, short ones first.
std::vector<std::string> flags_of(const CLI::Option& option);

std::vector<const CLI::App*> commands_of(const CLI::App& program);

}  // namespace onyx
