// Binary files made by hand, with right checksums whatever they say. The layouts are described in
// solver/certificate/compact_format.h and table_format.h.
#pragma once

#include <xxhash.h>
#include <zstd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onyx::referee::forged {

template <class Number>
void append(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes += static_cast<char>(number >> (8 * i) & 0xff);
  }
}

inline std::uint64_t checksum_of(std::string_view bytes, std::uint64_t seed = 0) {
  return XXH64(bytes.data(), bytes.size(), seed);
}

inline std::string packed(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 1));
  return frame;
}

/// An entry of a strategy on a board of at most 64 places.
struct CompactEntry {
  std::uint64_t v, h;
  std::uint16_t move, rank;
};

/// A block with so many entries, as it says; what follows the head is `content`, packed.
inline std::string compact_block(std::string_view content, std::uint32_t entries) {
  const std::string frame = packed(content);
  std::string block;
  append(block, static_cast<std::uint32_t>(frame.size()));
  append(block, entries);
  append(block, checksum_of(frame));
  return block + frame;
}

inline std::string compact_block(const std::vector<CompactEntry>& entries) {
  std::string columns;
  const auto add = [&](const auto& number_of, int byte) {
    for (const CompactEntry& entry : entries) {
      columns += static_cast<char>(number_of(entry) >> (8 * byte) & 0xff);
    }
  };
  for (int byte = 8; byte-- > 0;) add([](const CompactEntry& entry) { return entry.v; }, byte);
  for (int byte = 8; byte-- > 0;) add([](const CompactEntry& entry) { return entry.h; }, byte);
  for (int byte = 0; byte < 2; ++byte)
    add([](const CompactEntry& entry) { return entry.move; }, byte);
  for (int byte = 0; byte < 2; ++byte)
    add([](const CompactEntry& entry) { return entry.rank; }, byte);
  return compact_block(columns, static_cast<std::uint32_t>(entries.size()));
}

/// What a block of version 3 holds.
inline std::string moves_content(const std::vector<std::uint16_t>& moves) {
  std::string columns;
  for (const std::uint16_t move : moves) columns += static_cast<char>(move & 255);
  for (const std::uint16_t move : moves) columns += static_cast<char>(move >> 8);
  return columns;
}

/// That V wins the empty board, V to move, by blocks with so many entries in all, or moves.
inline std::string compact_file(std::uint32_t width, std::uint32_t height, std::uint64_t entries,
                                const std::vector<std::string>& blocks, char version = '1') {
  const std::string position(16, '\0');
  std::string file = std::string("OnyxCtz") + version;
  append(file, width);
  append(file, height);
  file += std::string("VV") + std::string(6, '\0');
  append(file, entries);
  append(file, std::uint64_t{0});
  append(file, static_cast<std::uint32_t>(blocks.size()));
  append(file, std::uint32_t{0});
  file.resize(112);
  append(file, checksum_of(position));
  append(file, checksum_of(file));
  file += position;
  for (const std::string& block : blocks) file += block;
  return file;
}

/// The same by moves, of version 3.
inline std::string moves_file(std::uint32_t width, std::uint32_t height,
                              const std::vector<std::uint16_t>& moves) {
  std::vector<std::string> blocks;
  if (!moves.empty()) {
    blocks.push_back(compact_block(moves_content(moves), static_cast<std::uint32_t>(moves.size())));
  }
  return compact_file(width, height, moves.size(), blocks, '3');
}

/// A table with blocks that are all of these bytes, and an index that describes them.
inline std::string table_file(std::uint32_t width, std::uint32_t height, std::uint32_t block_points,
                              std::uint32_t blocks, const std::string& block) {
  std::string file = "OnyxTbl1";
  for (const std::uint32_t number : {width, height, block_points, blocks}) append(file, number);
  file.resize(120);
  append(file, checksum_of(file));
  const std::uint64_t begin = file.size() + std::uint64_t{24} * blocks;
  for (std::uint32_t number = 0; number < blocks; ++number) {
    std::string entry;
    append(entry, begin + number * block.size());
    append(entry, checksum_of(block, number));
    append(entry, static_cast<std::uint32_t>(block.size()));
    append(entry, static_cast<std::uint32_t>(checksum_of(entry, number)));
    file += entry;
  }
  for (std::uint32_t number = 0; number < blocks; ++number) file += block;
  return file;
}

}  // namespace onyx::referee::forged
