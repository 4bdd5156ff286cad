// The independent checker of Onyx certificates; certificate_check.cpp says what it checks and why
// that is enough. It shares no line with the rest of the project.
#pragma once

#include <string>
#include <string_view>

namespace onyx::checker {

struct Verdict {
  bool accepted;
  std::string text;  // the claim if accepted, else the reason; always one line of printable ASCII
};

// Judges the bytes of one certificate file. Whatever they are, it returns: only std::bad_alloc
// escapes, and the stack it needs does not grow with the input.
Verdict check_certificate(std::string_view json);

}  // namespace onyx::checker
