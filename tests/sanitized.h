// Whether the tests run under sanitizers, which make them five to twenty times slower: then those
// that take longest do a part of what they do otherwise, but some of each kind.
#pragma once

namespace onyx::test {

#ifdef ONYX_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// Under sanitizers `part`, else 1: what amounts are divided by, or the step in which a test goes
/// through its cases.
template <class Number>
constexpr Number one_in(Number part) {
  return kIsSanitized ? part : Number{1};
}

}  // namespace onyx::test
