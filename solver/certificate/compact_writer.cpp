#include "solver/certificate/compact_writer.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/parallel.h"
#include "solver/certificate/compact_format.h"

namespace onyx::compact {
namespace {

using proof_number::StrategyMoves;

/// Higher levels take far longer, and make the file little smaller.
constexpr int kCompression = 9;
/// Blocks that are packed in parallel before they are written.
constexpr std::size_t kBatch = 16;

template <int W>
using Entry = typename proof_number::MoveTable<W>::Entry;

/// V's stones, then H's, the word with the last places first: so that words compare as numbers.
template <int W>
std::array<std::uint64_t, 2 * W> words_in(const Entry<W>& entry) {
  const Position<W> position = unpack(entry.position);
  std::array<std::uint64_t, 2 * W> words;
  for (std::size_t i = 0; i < W; ++i) {
    words[i] = position.stones[0].words()[W - 1 - i];
    words[W + i] = position.stones[1].words()[W - 1 - i];
  }
  return words;
}

/// Words of a set in the file: fewer than W where the board does not need them.
template <int W>
std::size_t words_of(const Board<W>& board) {
  return (static_cast<std::size_t>(board.place_count()) + 63) / 64;
}

/// In the memory of the strategy, which is empty then: no more is there for large ones.
template <int W>
BigArray<Entry<W>> sorted_entries(StrategyMoves<W>& strategy) {
  BigArray<Entry<W>> entries = strategy.moves.release();
  tbb::parallel_sort(
      entries.data(), entries.data() + entries.size(),
      [](const Entry<W>& a, const Entry<W>& b) { return words_in<W>(a) < words_in<W>(b); });
  return entries;
}

/// The block of `count` entries, column by column.
template <int W>
std::string block_of_columns(const Entry<W>* entries, std::size_t count, std::size_t words) {
  const std::size_t row = 16 * words + 4;
  std::string columns(row * count, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t column = 0;
    const std::array<std::uint64_t, 2 * W> stones = words_in<W>(entries[i]);
    const auto add = [&](std::uint64_t byte) {
      columns[column++ * count + i] = static_cast<char>(byte & 255);
    };
    for (std::size_t word = 0; word < 2 * W; ++word) {
      if (word % W < W - words) continue;  // no place is there
      for (int shift = 56; shift >= 0; shift -= 8) add(stones[word] >> shift);
    }
    for (const std::uint16_t number : {entries[i].move.move, entries[i].move.rank}) {
      add(number);
      add(number >> 8);
    }
  }
  return block_of(columns, row, kCompression);
}

}  // namespace

template <int W>
void write_certificate(const Board<W>& board, const Position<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& version, const WriteAt& write_at,
                       std::size_t entries_in_block) {
  const std::size_t words = words_of(board);
  std::string header(kHeaderBytes, '\0');
  std::string stones;
  for (const PlaceSet<W>& set : position.stones) {
    stones.resize(stones.size() + 8 * words);
    for (std::size_t i = 0; i < words; ++i) {
      put_number(stones, stones.size() - 8 * (words - i), set.words()[i]);
    }
  }
  std::uint64_t offset = kHeaderBytes + stones.size();
  for (StrategyMoves<W>& strategy : proof.strategies) {
    const BigArray<Entry<W>> entries = sorted_entries(strategy);
    const std::size_t blocks = (entries.size() + entries_in_block - 1) / entries_in_block;
    std::vector<std::string> batch(kBatch);
    for (std::size_t begin = 0; begin < blocks; begin += kBatch) {
      const std::size_t size = std::min(kBatch, blocks - begin);
      parallel_for(Threads::all, size, 1, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
          const std::size_t first = (begin + i) * entries_in_block;
          batch[i] = block_of_columns<W>(&entries[first],
                                         std::min(entries_in_block, entries.size() - first), words);
        }
      });
      for (std::size_t i = 0; i < size; ++i) {
        write_at(offset, batch[i]);
        offset += batch[i].size();
      }
    }
    const auto owner = static_cast<std::size_t>(index_of(strategy.owner));
    put_number(header, kEntryCountsAt + 8 * owner, static_cast<std::uint64_t>(entries.size()));
    put_number(header, kBlockCountsAt + 4 * owner, static_cast<std::uint32_t>(blocks));
  }
  header.replace(0, 8, "OnyxCtz2");
  put_number(header, 8, static_cast<std::uint32_t>(board.size().width));
  put_number(header, 12, static_cast<std::uint32_t>(board.size().height));
  header[16] = claim == Claim::draw ? 'D' : claim == Claim::v_wins ? 'V' : 'H';
  header[17] = letter_of(position.to_move);
  version.copy(&header[48], kVersionBytes - 1);
  put_number(header, 112, checksum_of(stones.data(), stones.size(), 0));
  put_number(header, kSummedBytes, checksum_of(header.data(), kSummedBytes, 0));
  write_at(0, header + stones);
}

#define ONYX_INSTANTIATE(W)                                                               \
  template void write_certificate(const Board<W>&, const Position<W>&, Claim, Proof<W>&&, \
                                  const std::string&, const WriteAt&, std::size_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::compact
