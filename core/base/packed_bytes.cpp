#include "core/base/packed_bytes.h"

#include <fmt/core.h>
#include <xxhash.h>
#include <zstd.h>

#include <new>

namespace onyx {

std::string SourceFile::read(std::uint64_t offset, std::size_t count) const {
  if (offset > bytes || bytes - offset < count) throw Damage("it is cut short");
  std::string content(count, '\0');
  read_at(offset, count, content.data());
  return content;
}

std::uint64_t checksum_of(const void* bytes, std::size_t count, std::uint32_t block) {
  return XXH64(bytes, count, block);
}

std::string compressed(const void* bytes, std::size_t count) {
  constexpr int kFast = 1;  // Higher levels take far longer and make files only a little smaller.
  std::string frame(most_compressed(count), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), bytes, count, kFast);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // the only possible error
  frame.resize(size);
  return frame;
}

std::size_t most_compressed(std::size_t count) { return ZSTD_compressBound(count); }

bool decompress(std::string_view frame, void* to, std::size_t count) {
  // An error code is greater than any size, so it never equals `count`.
  return ZSTD_decompress(to, count, frame.data(), frame.size()) == count;
}

std::string block_of(std::string_view bytes, std::size_t entries) {
  ONYX_ASSERT(bytes.size() <= UINT32_MAX && entries <= UINT32_MAX);
  std::string block(kBlockHeadBytes, '\0');
  put_number(block, 0, static_cast<std::uint32_t>(bytes.size()));
  put_number(block, 4, static_cast<std::uint32_t>(entries));
  put_number(block, 8, checksum_of(bytes.data(), bytes.size(), 0));
  return block += bytes;
}

BlockEntries read_block(const SourceFile& file, std::uint64_t offset, std::size_t most,
                        const std::function<std::size_t(std::size_t)>& most_bytes,
                        std::size_t number) {
  const std::string head = file.read(offset, kBlockHeadBytes);
  offset += kBlockHeadBytes;
  const std::size_t bytes = get_number<std::uint32_t>(head, 0);
  const std::size_t count = get_number<std::uint32_t>(head, 4);
  if (count > most || bytes > most_bytes(count)) {
    throw Damage(fmt::format("block {} has an impossible size", number));
  }
  BlockEntries block{file.read(offset, bytes), count, offset + bytes};
  if (get_number<std::uint64_t>(head, 8) != checksum_of(block.bytes.data(), bytes, 0)) {
    throw Damage(fmt::format("the checksum of block {} is wrong", number));
  }
  return block;
}

}  // namespace onyx
