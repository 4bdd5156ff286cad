// Makes binary files with valid checksums for any content. The layouts are described in
// solver/certificate/compact_format.md and solver/certificate/table_format.md.
#pragma once

#include <xxhash.h>

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

/// Returns a block whose head claims `moves` moves; `content` follows the head.
inline std::string compact_block(std::string_view content, std::uint32_t moves) {
  std::string block;
  append(block, static_cast<std::uint32_t>(content.size()));
  append(block, moves);
  append(block, checksum_of(content));
  return block += content;
}

/// Returns a certificate of a win for V from the empty board; its header counts `moves` moves.
inline std::string compact_file(std::uint32_t width, std::uint32_t height, std::uint64_t moves,
                                const std::vector<std::string>& blocks) {
  const std::string position(16, '\0');
  std::string file = "OnyxCtz4";
  append(file, width);
  append(file, height);
  file += std::string("VV") + std::string(6, '\0');
  append(file, moves);
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

/// Returns a table in which every block has the bytes `block`, with a valid index.
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
