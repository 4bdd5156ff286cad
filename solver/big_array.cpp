#include "solver/big_array.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace onyx {

void* allocate_block(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{1} << 21;
  if (bytes < 2 * kHugePage) {
    void* block = std::malloc(bytes);
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }
  const std::size_t whole_pages = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* block = std::aligned_alloc(kHugePage, whole_pages);
  if (block == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  // Only a hint: a system without huge pages refuses it, and nothing is lost.
  static_cast<void>(madvise(block, whole_pages, MADV_HUGEPAGE));
#endif
  return block;
}

}  // namespace onyx
