// Whether sanitizers are on. They make tests five to twenty times slower, so the longest tests then
// run fewer cases, but some of each kind.
#pragma once

namespace onyx::test {

#ifdef ONYX_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// `part` under sanitizers, else 1. Tests divide amounts by it, or use it as the step of a loop.
template <class Number>
constexpr Number one_in(Number part) {
  return kIsSanitized ? part : Number{1};
}

}  // namespace onyx::test
