// The program's version, "1.0.0 (COMMIT)": that of the project in CMakeLists.txt, and the output of
// `git describe` for the source tree of the build, if known.
#pragma once

namespace onyx {

extern const char* const kVersion;

}  // namespace onyx
