// The program's version, "1.0.0 (COMMIT)": the project's version in CMakeLists.txt and, if known,
// the output of `git describe` for the source tree of the build.
#pragma once

namespace onyx {

extern const char* const kVersion;

}  // namespace onyx
