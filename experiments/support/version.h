// The program's version: the output of `git describe` for the source tree of the build.
#pragma once

namespace onyx {

extern const char* const kVersion;

}  // namespace onyx
