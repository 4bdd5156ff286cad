// Headers and indices of tables (layout: solver/certificate/table_format.md).
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <string>
#include <vector>

#include "solver/referee/binary_file.h"

namespace onyx::referee::table {

inline constexpr std::size_t kEntryBytes = 24;
inline constexpr std::size_t kMostPoints = 20;
inline constexpr std::size_t kMostBlockPoints = 12;
// Larger than any packed block: a block has at most 3^12 bytes, and packing adds very few.
inline constexpr std::size_t kMostBlockBytes = 1 << 20;

inline std::string block_name(std::uint64_t block) {
  return "block " + std::to_string(block) + ": ";
}

struct Counts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t illegal = 0;

  bool operator==(const Counts&) const = default;
};

inline std::string to_text(const Counts& counts) {
  return std::to_string(counts.wins) + " wins, " + std::to_string(counts.losses) + " losses, " +
         std::to_string(counts.draws) + " draws, " + std::to_string(counts.illegal) + " illegal";
}

struct Header {
  std::size_t width, height, block_points;
  std::uint32_t blocks;
  Counts counts;
};

inline Header read_header(const File& file) {
  if (!begins_with(file, "OnyxTbl1")) reject("not a table of a known version");
  const std::string bytes = header_of(file);
  const auto word = [&](std::size_t at) { return number_at<std::uint32_t>(&bytes[at]); };
  const auto count = [&](std::size_t at) { return number_at<std::uint64_t>(&bytes[at]); };
  const Header header{
      word(8), word(12), word(16), word(20), {count(24), count(32), count(40), count(48)}};
  if (header.width < 2 || header.height < 2 || header.width > kMostPoints ||
      header.height > kMostPoints || header.width * header.height > kMostPoints) {
    reject("no table can have a board of " + std::to_string(header.width) + "x" +
           std::to_string(header.height));
  }
  return header;
}

struct Entry {
  std::uint64_t offset, sum;
  std::uint32_t bytes;
};

// Reads the index. The sizes of the blocks must add up to the bytes after the index.
inline std::vector<Entry> read_index(const File& file, std::uint32_t blocks) {
  const std::uint64_t end = kHeaderBytes + std::uint64_t{kEntryBytes} * blocks;
  if (file.bytes < end) {
    reject(block_name((file.bytes - kHeaderBytes) / kEntryBytes) +
           "the file ends before the end of its entry in the index");
  }
  const std::string bytes = bytes_at(file, kHeaderBytes, end - kHeaderBytes);
  std::vector<Entry> index;
  std::uint64_t total = end;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const char* const at = &bytes[kEntryBytes * block];
    if (number_at<std::uint32_t>(at + 20) != static_cast<std::uint32_t>(XXH64(at, 20, block))) {
      reject(block_name(block) + "its entry in the index is damaged");
    }
    const Entry entry{number_at<std::uint64_t>(at), number_at<std::uint64_t>(at + 8),
                      number_at<std::uint32_t>(at + 16)};
    if (entry.offset < end || entry.offset > file.bytes ||
        entry.bytes > file.bytes - entry.offset) {
      reject(block_name(block) + "the file ends before the end of the block");
    }
    if (entry.bytes > kMostBlockBytes) reject(block_name(block) + "its size is impossible");
    index.push_back(entry);
    total += entry.bytes;
  }
  if (total != file.bytes) reject("the file has data after its blocks");
  return index;
}

}  // namespace onyx::referee::table
