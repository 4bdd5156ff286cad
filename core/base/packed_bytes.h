// The common parts of the project's binary files: how to read and write them, numbers, checksums,
// compression, and blocks of entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/assert.h"

namespace onyx {

/// A file is damaged; the message says where.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes bytes at an offset of a file. Exceptions from it pass through the writer.
using WriteAt = std::function<void(std::uint64_t offset, std::string_view bytes)>;

/// A file to read from, on a disk or in memory.
struct SourceFile {
  std::uint64_t bytes;
  /// Fills `to` from `offset`. Callers ask only for bytes within the size.
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;

  /// Throws Damage if the file is too short.
  std::string read(std::uint64_t offset, std::size_t count) const;
};

/// Bytes as a file, which they must outlive.
inline SourceFile source_of_bytes(std::string_view bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::size_t count, char* to) {
            bytes.copy(to, count, offset);
          }};
}

/// Numbers are little-endian on every machine.
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

/// The XXH64 checksum. Its seed is the number of the block, so that swapped blocks are noticed.
std::uint64_t checksum_of(const void* bytes, std::size_t count, std::uint32_t block);

/// Compresses bytes to a zstd frame.
std::string compressed(const void* bytes, std::size_t count);
/// The most bytes that the frame for `count` bytes may take. A frame that claims more is damaged
/// and need not be read.
std::size_t most_compressed(std::size_t count);
/// Fills `to` with exactly `count` bytes; returns false if the frame holds anything else.
bool decompress(std::string_view frame, void* to, std::size_t count);

/// A block of entries of equal size, with a head:
///   0   u32 bytes that follow the head, u32 number of entries
///   8   u64 checksum of these bytes, seed 0
///   16  a zstd frame
inline constexpr std::size_t kBlockHeadBytes = 16;
std::string block_of(std::string_view entries, std::size_t entry_bytes);
/// A block with the usual head, but in place of a zstd frame it has `bytes`, which encode the
/// entries in some other way.
std::string block_of_bytes(std::string_view bytes, std::size_t entries);

struct BlockEntries {
  std::string bytes;
  std::size_t count;
  std::uint64_t end;  ///< Offset of the byte after the block.
};
/// Throws Damage, including if the block has more than `most` entries; the message names the block
/// by `number`.
BlockEntries read_block(const SourceFile& file, std::uint64_t offset, std::size_t entry_bytes,
                        std::size_t most, std::size_t number);
/// Reads a block made by block_of_bytes(), of at most `most_bytes` bytes and `most` entries. Throws
/// Damage as read_block() does.
BlockEntries read_block_bytes(const SourceFile& file, std::uint64_t offset, std::size_t most_bytes,
                              std::size_t most, std::size_t number);

}  // namespace onyx
