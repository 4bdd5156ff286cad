// Writes a table (table_format.md) while the tier engine solves its board.
#pragma once

#include <algorithm>
#include <utility>

#include "solver/certificate/table_format.h"
#include "solver/engine/tier_run/tier_run.h"

namespace onyx::table {

inline constexpr std::size_t kBatch = 64;

inline std::array<std::uint8_t, 256> codes_by_plies_plus_1() {
  std::array<std::uint8_t, 256> codes{};
  codes[0] = kDraw;
  for (std::size_t code = 1; code < kIllegal; ++code) {
    codes[code] = code_of(Outcome::decided_in(static_cast<std::uint16_t>(code - 1)));
  }
  codes[tier::kIllegalCode] = kIllegal;
  return codes;
}

template <int W>
class Writer {
 public:
  /// `version` is the version of the program. Requires at most kMostPoints points.
  Writer(const WideBoard<W>& board, std::string version, WriteAt write_at, Threads threads)
      : board_(board),
        numbering_(board),
        version_(std::move(version)),
        write_at_(std::move(write_at)),
        threads_(threads),
        index_(numbering_.blocks()),
        end_(kHeaderBytes + kEntryBytes * index_.size()) {}

  /// Call for each tier of solve_whole_board(). Throws std::length_error beyond kMostPlies plies.
  void add(const SolvedTier<W>& tier) {
    if (tier.histogram.size() > std::size_t{kMostPlies} + 1) {
      throw std::length_error("a win takes more plies than a table can store");
    }
    static const std::array<std::uint8_t, 256> kCodes = codes_by_plies_plus_1();
    std::vector<int> cell_of_point(tier.cells.places.size());
    for (std::size_t i = 0; i < cell_of_point.size(); ++i) {
      cell_of_point[tier.cells.places[i]] = static_cast<int>(i);
    }
    const std::uint32_t first = numbering_.first_block_of_tier(tier.fixed);
    const std::uint32_t count = numbering_.blocks_of_tier();
    std::vector<std::string> batch(kBatch);
    for (std::uint32_t begin = 0; begin < count; begin += kBatch) {
      const std::size_t size = std::min<std::size_t>(kBatch, count - begin);
      parallel_for(threads_, size, 1, [&](std::size_t from, std::size_t to) {
        std::vector<std::uint8_t> block(numbering_.block_bytes());
        for (std::size_t i = from; i < to; ++i) {
          const Player player = begin + i < count / 2 ? Player::V : Player::H;
          tier.solver.read(cell_of_point, player, (begin + i) % (count / 2) * block.size(), block);
          for (std::uint8_t& code : block) code = kCodes[code];
          batch[i] = compressed(block.data(), block.size());
        }
      });
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint32_t block = first + begin + static_cast<std::uint32_t>(i);
        index_[block] = {end_, checksum_of(batch[i].data(), batch[i].size(), block),
                         static_cast<std::uint32_t>(batch[i].size())};
        write_at_(end_, batch[i]);
        end_ += batch[i].size();
      }
    }
  }
  void finish(const ValueCounts& counts) {
    std::string bytes = to_bytes(
        Header{board_.size(), numbering_.block_points(), numbering_.blocks(), counts, version_});
    for (std::uint32_t block = 0; block < numbering_.blocks(); ++block) {
      bytes += to_bytes(index_[block], block);
    }
    write_at_(0, bytes);
  }

  std::uint64_t file_bytes() const { return end_; }

 private:
  const WideBoard<W>& board_;
  const Numbering<W> numbering_;
  const std::string version_;
  const WriteAt write_at_;
  const Threads threads_;
  std::vector<Entry> index_;
  std::uint64_t end_;
};

}  // namespace onyx::table
