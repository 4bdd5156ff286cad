// What the binary files of the project have in common: how they are read and written, numbers and
// checksums in them, compression, and blocks of entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/assert.h"

namespace onyx {

/// A file that is not what it should be; the message says where.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Puts bytes at an offset of a file; what it throws leaves the writer.
using WriteAt = std::function<void(std::uint64_t offset, std::string_view bytes)>;

/// A file as its reader sees it.
struct SourceFile {
  std::uint64_t bytes;
  /// Fills `to` from an offset on; only asked for bytes within the size.
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;

  /// Throws Damage where the file ends before.
  std::string read(std::uint64_t offset, std::size_t count) const;
};

/// Little-endian, on every machine.
template <class Number>
void put_number(std::string& bytes, std::size_t at, Number number) {
  ONYX_ASSERT(at + sizeof(Number) <= bytes.size());
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes[at + i] = static_cast<char>(number >> (8 * i) & 0xff);
  }
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

/// XXH64. The seed is the number of a block, so that blocks cannot be exchanged.
std::uint64_t checksum_of(const void* bytes, std::size_t count, std::uint32_t block);

/// A zstd frame.
std::string compressed(const void* bytes, std::size_t count);
/// The most bytes that a frame of so many takes. One that says that it has more is damaged, and
/// need not be read.
std::size_t most_compressed(std::size_t count);
/// Fills `to` with exactly `count` bytes; false if that is not what the frame holds.
bool decompress(std::string_view frame, void* to, std::size_t count);

/// A block of entries of equal size, with a head:
///   0   u32 bytes that follow the head, u32 number of entries
///   8   u64 checksum of these bytes, seed 0
///   16  a zstd frame
inline constexpr std::size_t kBlockHeadBytes = 16;
std::string block_of(std::string_view entries, std::size_t entry_bytes);
/// The head, and in place of a frame bytes that mean so many entries in some other way.
std::string block_of_bytes(std::string_view bytes, std::size_t entries);

struct BlockEntries {
  std::string bytes;
  std::uint64_t end;  ///< Offset of what follows the block.
};
/// Throws Damage, with the number of the block, also if there are more than `most` entries.
BlockEntries read_block(const SourceFile& file, std::uint64_t offset, std::size_t entry_bytes,
                        std::size_t most, std::size_t number);
struct BlockBytes {
  std::string bytes;
  std::size_t entries;
  std::uint64_t end;
};
/// The same of what block_of_bytes() made, of `most_bytes` at most.
BlockBytes read_block_bytes(const SourceFile& file, std::uint64_t offset, std::size_t most_bytes,
                            std::size_t most, std::size_t number);

}  // namespace onyx
