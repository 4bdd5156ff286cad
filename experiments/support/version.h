// The program's version: what `git describe` said of the tree that it was built from.
#pragma once

namespace onyx {

extern const char* const kVersion;

}  // namespace onyx
