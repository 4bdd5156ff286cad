// Returns freed memory to the system.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace onyx {

/// The C library keeps freed memory for later use, which may be too much when a memory limit is
/// near. Takes milliseconds.
inline void return_free_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace onyx
