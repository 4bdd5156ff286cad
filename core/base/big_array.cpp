#include "core/base/big_array.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace onyx {
namespace {

/// Bytes at the start that keep small pages, so that a small array does not allocate a huge page.
constexpr std::size_t kSmallPart = std::size_t{1} << 20;

}  // namespace

void* map_address_space([[maybe_unused]] std::size_t bytes, [[maybe_unused]] Pages pages) {
#if defined(__linux__)
  if (bytes == 0) return nullptr;
  void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) return nullptr;
  // Ignore the result, because a system without huge pages refuses this hint.
  if (pages == Pages::huge && bytes > 2 * kSmallPart) {
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
  ONYX_ASSERT(data != nullptr && bytes > 0);
  munmap(data, bytes);
#endif
}

std::size_t provided_memory(std::size_t begin, std::size_t end, std::size_t limit) {
  ONYX_ASSERT(begin <= end && end <= limit);
  // Growth by only an eighth leaves little memory unused.
  constexpr std::size_t kLeast = std::size_t{1} << 16;
  const std::size_t wanted = std::max({end, begin + begin / 8, begin + kLeast});
  return std::min((wanted + kLeast - 1) / kLeast * kLeast, limit);
}

std::size_t provide_memory([[maybe_unused]] void* data, std::size_t begin, std::size_t end,
                           std::size_t limit) {
  const std::size_t provided = provided_memory(begin, end, limit);
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
  // Kernels before 5.14 refuse this hint and allocate each page at its first touch.
  constexpr std::size_t kPage = 4096;
  const std::size_t first = begin / kPage * kPage;
  static_cast<void>(
      madvise(static_cast<char*>(data) + first, provided - first, MADV_POPULATE_WRITE));
#endif
  return provided;
}

void return_free_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace onyx
