// The checker of compact certificates: header, position and blocks of a file (the layout is
// described in compact_format.h).
#pragma once

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "solver/referee/compact/board.h"
#include "solver/referee/compact_check.h"

namespace onyx::checker::compact {

struct Rejected {
  std::string reason;
};
[[noreturn]] inline void reject(const std::string& reason) { throw Rejected{reason}; }

template <class Number>
Number number_at(const char* bytes) {  // little-endian
  Number number = 0;
  for (std::size_t i = sizeof(Number); i-- > 0;) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
  }
  return number;
}

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kHeadBytes = 16;
inline constexpr std::size_t kMostInBlock = 1 << 16;
// More than the longest entries take, which packing makes no longer.
inline constexpr std::size_t kMostBlockBytes = 1 << 24;

inline std::string bytes_at(const CompactFile& file, std::uint64_t offset, std::uint64_t count) {
  if (offset > file.bytes || file.bytes - offset < count) reject("the file is cut off");
  std::string bytes(count, '\0');
  file.read_at(offset, count, bytes.data());
  return bytes;
}

struct Header {
  std::size_t width, height;
  char claim, side;
  std::array<std::uint64_t, 2> entries;
  std::array<std::uint32_t, 2> blocks;
  std::uint64_t position_sum;
};

inline Header read_header(const CompactFile& file) {
  const std::string bytes = bytes_at(file, 0, kHeaderBytes);
  if (!bytes.starts_with("OnyxCtz1")) reject("no compact certificate of a known version");
  if (number_at<std::uint64_t>(&bytes[120]) != XXH64(bytes.data(), 120, 0)) {
    reject("the header is damaged: its sum is wrong");
  }
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
  if (bytes.find_first_not_of('\0', 18) < 24) reject("the header has bytes that mean nothing");
  return header;
}

template <int N>
struct Entry {
  Stones<N> stones;
  std::uint16_t move;
  std::uint16_t rank;

  // As numbers, V's stones first.
  bool before(const Entry& that) const {
    for (std::size_t player = 0; player < 2; ++player) {
      for (std::size_t i = N; i-- > 0;) {
        const std::uint64_t a = stones.of[player].words[i];
        const std::uint64_t b = that.stones.of[player].words[i];
        if (a != b) return a < b;
      }
    }
    return false;
  }
};

// Where the blocks of a strategy lie in the file.
struct Block {
  std::uint64_t offset;
  std::uint32_t bytes;
  std::uint32_t entries;
  std::uint64_t sum;
};

// Reads the heads of `count` blocks from `offset` on, which becomes the end of the last.
inline std::vector<Block> read_heads(const CompactFile& file, std::uint32_t count,
                                     std::uint64_t& offset) {
  if (count > file.bytes / kHeadBytes) reject("the file is cut off");
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string head = bytes_at(file, offset, kHeadBytes);
    const Block block{offset + kHeadBytes, number_at<std::uint32_t>(&head[0]),
                      number_at<std::uint32_t>(&head[4]), number_at<std::uint64_t>(&head[8])};
    if (block.entries == 0 || block.entries > kMostInBlock) reject("a block of no legal size");
    if (block.bytes > kMostBlockBytes) reject("a block of no legal size");
    if (block.bytes > file.bytes - block.offset) reject("the file is cut off");
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

template <int N>
std::vector<Entry<N>> read_block(const CompactFile& file, const Block& block, std::size_t words) {
  const std::string packed = bytes_at(file, block.offset, block.bytes);
  if (XXH64(packed.data(), packed.size(), 0) != block.sum) reject("a block's sum is wrong");
  const std::size_t count = block.entries;
  std::string bytes((16 * words + 4) * count, '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (got != bytes.size()) reject("a block does not unpack to its entries");
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

}  // namespace onyx::checker::compact
