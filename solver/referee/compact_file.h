// Compact certificates: header and blocks of a file, as solver/certificate/compact_format.h
// describes the layout.
#pragma once

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "solver/referee/binary_file.h"
#include "solver/referee/bit_board.h"

namespace onyx::referee::compact {

inline constexpr std::size_t kHeadBytes = 16;
inline constexpr std::size_t kMostInBlock = 1 << 16;
inline constexpr std::size_t kMostMovesInBlock = 1 << 20;
// More than the longest entries take, which packing makes no longer.
inline constexpr std::size_t kMostBlockBytes = 1 << 24;

struct Header {
  char version;  // '1' to '4'
  std::size_t width, height;
  char claim, side;
  std::array<std::uint64_t, 2> entries;  // or moves
  std::array<std::uint32_t, 2> blocks;
  std::uint64_t position_sum;
};

inline Header read_header(const File& file) {
  const bool is_known = begins_with(file, "OnyxCtz1") || begins_with(file, "OnyxCtz2") ||
                        begins_with(file, "OnyxCtz3") || begins_with(file, "OnyxCtz4");
  if (!is_known) reject("no compact certificate of a known version");
  const std::string bytes = header_of(file);
  const auto word = [&](std::size_t at) { return number_at<std::uint32_t>(&bytes[at]); };
  const auto count = [&](std::size_t at) { return number_at<std::uint64_t>(&bytes[at]); };
  const Header header{bytes[7],
                      word(8),
                      word(12),
                      bytes[16],
                      bytes[17],
                      {count(24), count(32)},
                      {word(40), word(44)},
                      count(112)};
  if (std::min(header.width, header.height) < 2 || std::max(header.width, header.height) > 20) {
    reject("width and height must be from 2 to 20");
  }
  if (header.claim != 'V' && header.claim != 'H' && header.claim != 'D') reject("unknown claim");
  if (header.side != 'V' && header.side != 'H') reject("the side to move is neither V nor H");
  if (bytes.find_first_not_of('\0', 18) < 24) reject("the header has bytes that mean nothing");
  return header;
}

template <int N>
struct Entry {
  Stones<N> stones;
  std::uint16_t move;
  std::uint16_t rank;
};

// The order of the entries: as numbers, V's stones first.
template <int N>
bool before(const Stones<N>& a, const Stones<N>& b) {
  for (std::size_t player = 0; player < 2; ++player) {
    for (std::size_t i = N; i-- > 0;) {
      const std::uint64_t x = a.of[player].words[i];
      const std::uint64_t y = b.of[player].words[i];
      if (x != y) return x < y;
    }
  }
  return false;
}

// Where a block lies in the file, and what its head says of it.
struct Block {
  std::uint64_t offset;
  std::uint32_t bytes;
  std::uint32_t entries;  // or moves
  std::uint64_t sum;
};

// Reads the heads of `count` blocks of `most` entries at most, from `offset` on, which becomes the
// end of the last.
inline std::vector<Block> read_heads(const File& file, std::uint32_t count, std::size_t most,
                                     std::uint64_t& offset, const Watch& watch) {
  if (count > file.bytes / kHeadBytes) reject("the file is cut off or damaged");
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i % 4096 == 0) end_if_interrupted(watch);
    const std::string head = bytes_at(file, offset, kHeadBytes);
    const Block block{offset + kHeadBytes, number_at<std::uint32_t>(&head[0]),
                      number_at<std::uint32_t>(&head[4]), number_at<std::uint64_t>(&head[8])};
    if (block.entries == 0 || block.entries > most) reject("a block of no legal size");
    if (block.bytes > kMostBlockBytes) reject("a block of no legal size");
    if (block.bytes > file.bytes - block.offset) reject("the file is cut off or damaged");
    blocks.push_back(block);
    offset = block.offset + block.bytes;
  }
  return blocks;
}

// Words of a set in the file.
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

// What a block holds: `row` bytes for each of its entries, by columns.
inline std::string columns_of(const File& file, const Block& block, std::size_t row) {
  const std::string packed = packed_bytes(file, block);
  std::string bytes(row * block.entries, '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (got != bytes.size()) reject("a block does not unpack to its entries");
  return bytes;
}

template <int N>
std::vector<Entry<N>> read_entries(const File& file, const Block& block, std::size_t words) {
  const std::size_t count = block.entries;
  const std::string bytes = columns_of(file, block, 16 * words + 4);
  std::vector<Entry<N>> entries(count);
  const char* column = bytes.data();
  for (std::size_t player = 0; player < 2; ++player) {
    for (std::size_t byte = 8 * words; byte-- > 0; column += count) {
      for (std::size_t i = 0; i < count; ++i) {
        entries[i].stones.of[player].words[byte / 8] |=
            static_cast<std::uint64_t>(static_cast<unsigned char>(column[i])) << (8 * (byte % 8));
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto digit = [&](std::size_t k) {
      return static_cast<unsigned>(static_cast<unsigned char>(column[k * count + i]));
    };
    entries[i].move = static_cast<std::uint16_t>(digit(0) | digit(1) << 8);
    entries[i].rank = static_cast<std::uint16_t>(digit(2) | digit(3) << 8);
  }
  return entries;
}

// The moves of a block of version 3.
inline std::vector<std::uint16_t> read_moves(const File& file, const Block& block) {
  const std::string bytes = columns_of(file, block, 2);
  std::vector<std::uint16_t> moves(block.entries);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto digit = [&](std::size_t k) {
      return static_cast<unsigned>(static_cast<unsigned char>(bytes[k * moves.size() + i]));
    };
    moves[i] = static_cast<std::uint16_t>(digit(0) | digit(1) << 8);
  }
  return moves;
}

}  // namespace onyx::referee::compact
