#include "solver/packed_bytes.h"

#include <xxhash.h>
#include <zstd.h>

#include <new>

namespace onyx {
namespace {

constexpr int kCompressionLevel = 1;

}  // namespace

std::uint64_t sum_of(const void* bytes, std::size_t count, std::uint32_t block) {
  return XXH64(bytes, count, block);
}

std::string compressed(const void* bytes, std::size_t count) {
  std::string frame(ZSTD_compressBound(count), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), bytes, count, kCompressionLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // nothing else can fail
  frame.resize(size);
  return frame;
}

bool decompress(std::string_view frame, void* to, std::size_t count) {
  // On an error this is a number that is greater than any size.
  return ZSTD_decompress(to, count, frame.data(), frame.size()) == count;
}

}  // namespace onyx
