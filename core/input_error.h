// The exception for bad input, and how messages quote that input.
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

/// Quotes untrusted text so that it fits safely on one line of a message: long text is cut, and
/// control characters and malformed UTF-8 are escaped.
std::string in_quotes(std::string_view text);

}  // namespace onyx
