// "1.0.0 (COMMIT)": the version in CMakeLists.txt and, if known, the output of `git describe`.
#pragma once

namespace onyx {

extern const char* const kVersion;

}  // namespace onyx
