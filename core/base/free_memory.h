// Memory that was freed, given back to the system.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace onyx {

/// The C library keeps what was freed for later; where a memory limit is near, that may be too
/// much. Takes milliseconds.
inline void return_free_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace onyx
