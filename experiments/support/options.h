// Options of the command line, read strictly: a value that the option does not take is refused,
// with a message that names the option and what it takes.
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

/// The default maximum: the sum of two such counts does not overflow.
inline constexpr std::uint64_t kMostCount = UINT64_MAX / 2;

/// An option that takes a whole number from `least` to `most`. The default that its help names is
/// the value that `number` has now.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& number,
                       const std::string& help, std::uint64_t least = 0,
                       std::uint64_t most = kMostCount);
/// Like add_count(), for small numbers; `least` must not be negative.
CLI::Option* add_number(CLI::App& app, const std::string& name, int& number,
                        const std::string& help, int least, int most);

/// An option that takes a duration, 0 or more, fractions allowed: in seconds, or followed by a unit
/// (s, m, h or d, sec, min, hours and the like).
CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& seconds,
                         const std::string& help);

/// An option that takes an amount of memory: bytes, or as 4K, 4M, 4G, 4T (powers of 1024), 4GB,
/// 4GiB.
CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help);

/// An option or argument that takes the name of a file or folder, with any characters; an empty
/// name is refused.
CLI::Option* add_path(CLI::App& app, const std::string& name, std::string& path,
                      const std::string& help);
/// Like add_path(), for one name or more.
CLI::Option* add_paths(CLI::App& app, const std::string& name, std::vector<std::string>& paths,
                       const std::string& help);

/// Prepares a word of the command line for the parser. The parser takes `[...]` for a list and
/// drops `[]`; a blank in front prevents that. Positions and moves ignore the blank; add_path and
/// add_paths remove it.
std::string guarded(std::string_view word);

/// For CLI::Option::check: the option takes one of `words`. Its help, its error messages and the
/// shell completion list them.
CLI::Validator one_of(const std::vector<std::string>& words);

/// The words of an option that checks one_of; empty for any other option.
std::vector<std::string> choices_of(const CLI::Option& option);

/// name_of() of each of `values`.
template <class Values>
std::vector<std::string> names_of_all(const Values& values) {
  std::vector<std::string> names;
  for (const auto& value : values) names.emplace_back(name_of(value));
  return names;
}

/// The word that a user who typed `typed` probably meant: one that begins with it, or one that
/// differs by a few typing errors. "" if no word is near.
std::string nearest(std::string_view typed, const std::vector<std::string>& words);

/// "; did you mean 'WORD'?", or `otherwise` if no word is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words,
                         std::string_view otherwise = "");

/// The names of an option with their hyphens, short ones first.
std::vector<std::string> flags_of(const CLI::Option& option);

/// The declared commands of the program.
std::vector<const CLI::App*> commands_of(const CLI::App& program);

}  // namespace onyx
