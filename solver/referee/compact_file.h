// Headers and blocks of compact certificates (layout: solver/certificate/compact_format.md).
#pragma once

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "solver/referee/binary_file.h"
#include "solver/referee/bit_board.h"

namespace onyx::referee::compact {

inline constexpr std::size_t kHeadBytes = 16;
inline constexpr std::size_t kMostMovesInBlock = 1 << 20;
inline constexpr std::size_t kMostBlockBytes = 1 << 24;

struct Header {
  std::size_t width, height;
  char claim, side;
  std::array<std::uint64_t, 2> moves;
  std::array<std::uint32_t, 2> blocks;
  std::uint64_t position_sum;
};

inline Header read_header(const File& file) {
  require_letters(file, "OnyxCtz4", "not a compact certificate of a known version");
  const std::string bytes = header_of(file);
  const auto word = [&](std::size_t at) { return number_at<std::uint32_t>(&bytes[at]); };
  const auto count = [&](std::size_t at) { return number_at<std::uint64_t>(&bytes[at]); };
  const Header header{
      word(8),   word(12), bytes[16], bytes[17], {count(24), count(32)}, {word(40), word(44)},
      count(112)};
  if (std::min(header.width, header.height) < 2 || std::max(header.width, header.height) > 20) {
    reject("width and height must be from 2 to 20");
  }
  if (header.claim != 'V' && header.claim != 'H' && header.claim != 'D') reject("unknown claim");
  if (header.side != 'V' && header.side != 'H') reject("the side to move is neither V nor H");
  if (bytes.find_first_not_of('\0', 18) < 24) reject("unused bytes of the header are not zero");
  return header;
}

struct Block {
  std::uint64_t offset;
  std::uint32_t bytes;
  std::uint32_t moves;
  std::uint64_t sum;
};

// Reads the heads of `count` blocks from `offset`; moves `offset` to the end of the last block.
inline std::vector<Block> read_heads(const File& file, std::uint32_t count, std::uint64_t& offset,
                                     const Watch& watch) {
  if (count > file.bytes / kHeadBytes) reject("the file is cut off or damaged");
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i % 4096 == 0) end_if_interrupted(watch);
    const std::string head = bytes_at(file, offset, kHeadBytes);
    const Block block{offset + kHeadBytes, number_at<std::uint32_t>(&head[0]),
                      number_at<std::uint32_t>(&head[4]), number_at<std::uint64_t>(&head[8])};
    if (block.moves == 0 || block.moves > kMostMovesInBlock)
      reject("a block has an impossible size");
    if (block.bytes > kMostBlockBytes) reject("a block has an impossible size");
    if (block.bytes > file.bytes - block.offset) reject("the file is cut off or damaged");
    blocks.push_back(block);
    offset = block.offset + block.bytes;
  }
  return blocks;
}

// Returns the number of 64-bit words per set in the file.
template <int N>
std::size_t words_of(const Board<N>& board) {
  return (board.places + 63) / 64;
}

inline std::string packed_bytes(const File& file, const Block& block) {
  std::string packed = bytes_at(file, block.offset, block.bytes);
  if (XXH64(packed.data(), packed.size(), 0) != block.sum)
    reject("a block is damaged: its checksum is wrong");
  return packed;
}

}  // namespace onyx::referee::compact
