// The exception for bad input, and a function that quotes such input.
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

/// Quotes untrusted text for messages: truncates it, escapes control characters and bad UTF-8.
std::string in_quotes(std::string_view text);

}  // namespace onyx
