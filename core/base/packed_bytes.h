// Common parts of binary files: input, output, numbers, checksums, compression, blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/assert.h"

namespace onyx {

class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes bytes at an offset of a file. May throw; callers propagate the exception.
using WriteAt = std::function<void(std::uint64_t offset, std::string_view bytes)>;

struct SourceFile {
  std::uint64_t bytes;
  /// Copies `count` bytes from `offset` to `to`. The bytes must lie within the file.
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;

  /// Throws Damage if the file is too short.
  std::string read(std::uint64_t offset, std::size_t count) const;
};

/// Reads from `bytes`, which must outlive the result.
inline SourceFile source_of_bytes(std::string_view bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::size_t count, char* to) {
            bytes.copy(to, count, offset);
          }};
}

/// Writes to `bytes`, which grows as needed and must outlive the result.
inline WriteAt writer_to(std::string& bytes) {
  return [&bytes](std::uint64_t offset, std::string_view part) {
    bytes.resize(std::max<std::size_t>(bytes.size(), offset + part.size()));
    part.copy(&bytes[offset], part.size());
  };
}

/// Writes `number` in little-endian order on every machine.
template <class Number>
void put_number(std::string& bytes, std::size_t at, Number number) {
  ONYX_ASSERT(at + sizeof(Number) <= bytes.size());
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes[at + i] = static_cast<char>(number >> (8 * i) & 0xff);
  }
}
template <class Number>
void append_number(std::string& bytes, Number number) {
  bytes.resize(bytes.size() + sizeof(Number));
  put_number(bytes, bytes.size() - sizeof(Number), number);
}
template <class Number>
Number get_number(std::string_view bytes, std::size_t at) {
  ONYX_ASSERT(at + sizeof(Number) <= bytes.size());
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    number |= static_cast<Number>(static_cast<Number>(static_cast<std::uint8_t>(bytes[at + i]))
                                  << (8 * i));
  }
  return number;
}

/// Returns the XXH64 hash, seeded with the block number so that swapped blocks are detected.
std::uint64_t checksum_of(const void* bytes, std::size_t count, std::uint32_t block);

std::string compressed(const void* bytes, std::size_t count);
/// Returns the maximum size of a zstd frame for `count` bytes. A larger frame is damaged.
std::size_t most_compressed(std::size_t count);
/// Unpacks a zstd frame to `to`. Returns false unless it holds exactly `count` bytes.
bool decompress(std::string_view frame, void* to, std::size_t count);

/// Layout of a block of entries (offsets in bytes):
///   0   u32 number of bytes after the head, u32 number of entries
///   8   u64 checksum of the bytes after the head, seed 0
///   16  the entries, in any encoding
inline constexpr std::size_t kBlockHeadBytes = 16;
std::string block_of(std::string_view bytes, std::size_t entries);

struct BlockEntries {
  std::string bytes;
  std::size_t count;
  std::uint64_t end;  ///< Offset of the byte after the block.
};
/// Reads and verifies a block. Throws Damage, for example if the block has more than `most` entries
/// or more than most_bytes(entries) bytes. Messages name the block by `number`.
BlockEntries read_block(const SourceFile& file, std::uint64_t offset, std::size_t most,
                        const std::function<std::size_t(std::size_t)>& most_bytes,
                        std::size_t number);

}  // namespace onyx
