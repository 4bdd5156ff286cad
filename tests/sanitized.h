// Whether the tests run under sanitizers, which make them five to twenty times slower: then those
// that take longest do a part of what they do otherwise.
#pragma once

namespace onyx::test {

#ifdef ONYX_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace onyx::test
