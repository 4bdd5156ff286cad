// The error of everything that reads text from outside.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace onyx {

/// Input that the caller can correct: malformed text, an illegal move or an illegal position.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Quotes text from outside such that it is safe in one line of a message: long text is cut, and
/// control characters and bytes outside ASCII are escaped.
std::string in_quotes(std::string_view text);

}  // namespace onyx
