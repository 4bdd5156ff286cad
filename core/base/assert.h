// ONYX_ASSERT(condition): an invariant, which Debug builds and builds with sanitizers check
// (ONYX_ASSERTS in CMakeLists.txt). A false one ends the program, with its place and its text.
// Other builds do not evaluate it. What users can cause is refused by exceptions instead, in all
// builds.
#pragma once

#ifdef ONYX_ASSERTS

#include <cstdio>
#include <cstdlib>

namespace onyx {

[[noreturn]] inline void assertion_failed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: this is not true: %s\n", file, line, condition);
  std::abort();
}

}  // namespace onyx

// The dots take a condition with commas in it, too.
#define ONYX_ASSERT(...)                \
  ((__VA_ARGS__) ? static_cast<void>(0) \
                 : ::onyx::assertion_failed(__FILE__, __LINE__, #__VA_ARGS__))

#else

#define ONYX_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))

#endif
