// Words on the command line: options that take one of a few words, and suggestions for mistyped
// ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class Option;
class Validator;
}  // namespace CLI

namespace onyx {

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

}  // namespace onyx
