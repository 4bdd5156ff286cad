// Whether the tests run under sanitizers, which make them five to twenty times slower. The longest
// tests then do only a part of their work, but a part of each kind.
#pragma once

namespace onyx::test {

#ifdef ONYX_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// `part` under sanitizers, else 1: a divisor for amounts, or the step of a loop over test cases.
template <class Number>
constexpr Number one_in(Number part) {
  return kIsSanitized ? part : Number{1};
}

}  // namespace onyx::test
