// ONYX_ASSERT(condition) aborts with a message if the invariant is false, in Debug builds and
// builds with sanitizers (ONYX_ASSERTS in CMakeLists.txt). Other builds do not evaluate the
// condition. Errors that users can cause throw exceptions instead, in all builds.
#pragma once

#ifdef ONYX_ASSERTS

#include <cstdio>
#include <cstdlib>

namespace onyx {

[[noreturn]] inline void assertion_failed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace onyx

// Variadic, because the condition may contain commas.
#define ONYX_ASSERT(...)                \
  ((__VA_ARGS__) ? static_cast<void>(0) \
                 : ::onyx::assertion_failed(__FILE__, __LINE__, #__VA_ARGS__))

#else

#define ONYX_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))

#endif
