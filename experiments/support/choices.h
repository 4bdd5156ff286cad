// Words on the command line: options that take one of a few, and what somebody who mistyped one may
// have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class Option;
class Validator;
}  // namespace CLI

namespace onyx {

/// For CLI::Option::check: the option takes one of `words`. Its help, its complaints and the
/// completion of the shell list them.
CLI::Validator one_of(const std::vector<std::string>& words);

/// The words of an option that checks one_of; none for any other option.
std::vector<std::string> choices_of(const CLI::Option& option);

/// What name_of says of each of `values`.
template <class Values>
std::vector<std::string> names_of_all(const Values& values) {
  std::vector<std::string> names;
  for (const auto& value : values) names.emplace_back(name_of(value));
  return names;
}

/// The one of `words` that somebody who wrote `typed` probably meant: a word that begins with it,
/// or one that few slips of the finger turn into it. "" if none is near.
std::string nearest(std::string_view typed, const std::vector<std::string>& words);

/// "; did you mean 'WORD'?", or `otherwise` if no word is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words,
                         std::string_view otherwise = "");

}  // namespace onyx
