#include "solver/big_array.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace onyx {

void* map_address_space([[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  if (bytes == 0) return nullptr;
  void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) return nullptr;
  // The beginning stays on small pages: most arrays never get further, and a huge page is touched
  // as a whole. Only a hint: a system without huge pages refuses it, and nothing is lost.
  constexpr std::size_t kSmallPart = std::size_t{1} << 20;
  if (bytes > 2 * kSmallPart) {
    static_cast<void>(
        madvise(static_cast<char*>(data) + kSmallPart, bytes - kSmallPart, MADV_HUGEPAGE));
  }
  return data;
#else
  return nullptr;
#endif
}

void unmap_address_space([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  munmap(data, bytes);
#endif
}

}  // namespace onyx
