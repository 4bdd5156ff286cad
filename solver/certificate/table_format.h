// The format of tables (table_format.md): constants, codes, headers, numbering.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/assert.h"
#include "core/base/packed_bytes.h"
#include "core/symmetry.h"
#include "solver/engine/tier/tier_solver.h"

namespace onyx::table {

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kEntryBytes = 24;
inline constexpr std::size_t kVersionBytes = 64;
inline constexpr int kMostBlockPoints = 12;
inline constexpr int kMostPlies = 125;
/// Boards with more points may have more blocks than 32 bits can number.
inline constexpr int kMostPoints = 20;

inline constexpr std::uint8_t kDraw = 128;
inline constexpr std::uint8_t kIllegal = 255;

constexpr std::uint8_t code_of(Outcome outcome) {
  if (outcome.is_draw()) return kDraw;
  const int plies = outcome.distance();
  return static_cast<std::uint8_t>(outcome.value() == Value::win ? 255 - plies : plies);
}
/// Returns nothing for kIllegal, and an outcome for every other byte.
constexpr std::optional<Outcome> outcome_of(std::uint8_t code) {
  if (code == kIllegal) return std::nullopt;
  if (code == kDraw) return Outcome();
  return Outcome::decided_in(code < kDraw ? code : static_cast<std::uint16_t>(255 - code));
}

struct Header {
  BoardSize size{};
  int block_points = 0;
  std::uint32_t blocks = 0;
  ValueCounts counts;
  std::string version;
};
struct Entry {
  std::uint64_t offset = 0;
  std::uint64_t checksum = 0;
  std::uint32_t bytes = 0;
};

std::string to_bytes(const Header& header);
std::string to_bytes(const Entry& entry, std::uint32_t block);
/// Both throw Damage. header_from() checks only the letters, checksum, length and board size.
Header header_from(const std::string& bytes);
Entry entry_from(const std::string& bytes, std::uint32_t block);

struct Slot {
  std::uint32_t block;
  std::size_t byte;
};

template <int W>
class Numbering {
 public:
  /// Takes O(3^midpoints) time and memory.
  explicit Numbering(const WideBoard<W>& board)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        block_points_(std::min(point_count(board.size()), kMostBlockPoints)) {
    ONYX_ASSERT(point_count(board.size()) <= kMostPoints);
    for (int i = 0; i < block_points_; ++i) block_bytes_ *= 3;
    for (int i = block_points_; i < point_count(board.size()); ++i) blocks_of_side_ *= 3;
    std::uint64_t tiers = 1;
    board.midpoints().for_each([&](Place) { tiers *= 3; });
    rank_.resize(tiers);
    WidePosition<W> position;
    for (std::uint64_t tier = 0; tier < tiers; ++tier) {
      std::uint64_t rest = tier;
      position.stones = {};
      board.midpoints().for_each([&](Place midpoint) {
        if (rest % 3 != 0) position.stones[rest % 3 - 1].add(midpoint);
        rest /= 3;
      });
      std::uint64_t least = tier;
      for (const Symmetry& symmetry : group_) least = std::min(least, tier_of(symmetry(position)));
      rank_[tier] = least == tier ? stored_tiers_++ : rank_[least];
    }
  }

  int block_points() const { return block_points_; }
  std::uint32_t blocks() const { return stored_tiers_ * blocks_of_tier(); }
  /// The number of blocks per stored tier. The first half has V to move, the second half H.
  std::uint32_t blocks_of_tier() const { return 2 * blocks_of_side_; }
  std::size_t block_bytes() const { return block_bytes_; }

  /// Returns the first block of the position's tier, which must be a stored tier.
  std::uint32_t first_block_of_tier(const WidePosition<W>& position) const {
    return rank_[tier_of(position)] * blocks_of_tier();
  }
  Slot slot_of(const WidePosition<W>& position) const {
    const WidePosition<W> stored =
        (*std::min_element(group_.begin(), group_.end(), [&](const Symmetry& a, const Symmetry& b) {
          return tier_of(a(position)) < tier_of(b(position));
        }))(position);
    std::size_t byte = 0;
    std::uint32_t block = first_block_of_tier(stored);
    if (stored.to_move == Player::H) block += blocks_of_side_;
    std::size_t weight = 1;
    for (Place point = 0; point < point_count(board_.size()); ++point) {
      if (point == block_points_) weight = 1;
      const std::size_t digit = digit_of(stored, point);
      if (point < block_points_) {
        byte += digit * weight;
      } else {
        block += static_cast<std::uint32_t>(digit * weight);
      }
      weight *= 3;
    }
    ONYX_ASSERT(block < blocks() && byte < block_bytes_);
    return {block, byte};
  }

 private:
  static std::size_t digit_of(const WidePosition<W>& position, Place place) {
    return position.stones[0].has(place) ? 1 : position.stones[1].has(place) ? 2 : 0;
  }
  std::uint64_t tier_of(const WidePosition<W>& position) const {
    std::uint64_t tier = 0;
    std::uint64_t weight = 1;
    board_.midpoints().for_each([&](Place midpoint) {
      tier += weight * digit_of(position, midpoint);
      weight *= 3;
    });
    return tier;
  }

  const WideBoard<W>& board_;
  std::vector<Symmetry> group_;
  int block_points_;
  std::size_t block_bytes_ = 1;
  std::uint32_t blocks_of_side_ = 1;
  std::uint32_t stored_tiers_ = 0;
  std::vector<std::uint32_t> rank_;  ///< For each tier, the rank of its stored image.
};

}  // namespace onyx::table
