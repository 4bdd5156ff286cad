// How a tier that is too large for one machine is distributed over ranks.
//
// The highest `digit_count` digits of a block's number, its last cells, give its *chunk*; each
// chunk belongs to one rank. Chunks with the same numbers of V's and of H's stones on these cells
// go to the ranks in turn, so that each group of blocks (tier_solver.h) is spread evenly and ranks
// wait little. With enough cells, no rank has more than 1.2 times the average number of chunks.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/tier/slice.h"

namespace onyx {

struct TierSplit {
  /// Throws std::length_error if ranks > 1 and a rank would have 2^31 blocks or more.
  TierSplit(int cell_count, int ranks);

  int rank_count;
  int low_count;
  int high_count;
  int digit_count = 0;
  std::size_t chunk_count = 1;
  std::size_t chunk_blocks;
  std::uint64_t reciprocal = 0;  ///< See tier::Part.
  std::vector<tier::Chunk> chunks;

  /// Returns the rank's chunks in order. The rank numbers its blocks in this order.
  std::vector<std::size_t> chunks_of(int rank) const;
  std::size_t most_blocks() const {
    return (chunk_count + static_cast<std::size_t>(rank_count) - 1) /
           static_cast<std::size_t>(rank_count) * chunk_blocks;
  }
};

/// Locates the entries of a slice (slice.h). The entries of a chunk are contiguous both in the
/// slice and in the rank's part.
class SplitSlice {
 public:
  SplitSlice(const TierSplit& split, const std::array<int, 4>& corners);

  const SliceIndex& index() const { return index_; }
  std::size_t first(std::size_t chunk) const { return first_[chunk]; }
  std::size_t count(std::size_t chunk) const { return has_entries_[chunk] ? entries_ : 0; }
  /// Returns the index of the chunk's first entry in the part of its rank.
  std::size_t first_of_rank(std::size_t chunk) const { return first_of_rank_[chunk]; }
  std::size_t count_of_rank(std::size_t rank) const { return count_of_rank_[rank]; }
  struct Piece {
    std::size_t chunk;
    std::size_t of_rank;  ///< The index of the first entry in the part of the chunk's rank.
    std::size_t count;
  };
  /// Splits `count` entries, starting at `first`, into one piece per chunk, in order.
  std::vector<Piece> pieces(std::size_t first, std::size_t count) const;
  /// Returns the index of the block's entry in the part of its rank.
  std::size_t of_rank(const tier::BlockPlace& place) const {
    const std::size_t chunk = place.block / chunk_blocks_;
    ONYX_ASSERT(has_entries_[chunk]);
    return index_(place) - first_[chunk] + first_of_rank_[chunk];
  }

 private:
  SliceIndex index_;
  std::size_t chunk_blocks_;
  std::size_t entries_ = 1;
  std::vector<std::size_t> first_;
  std::vector<std::size_t> first_of_rank_;
  std::vector<bool> has_entries_;
  std::vector<std::size_t> chunks_;  ///< The chunks that have entries, in order.
  std::vector<std::size_t> count_of_rank_;
};

/// The blocks of one rank in sweep order, in groups. All ranks have the same groups.
struct PartOrder {
  PartOrder(const TierSplit& split, int rank);

  /// Bytes that a sweep takes per block, in addition to the table.
  static constexpr std::size_t kBytes = 2 * sizeof(tier::BlockPlace) + 1;
  std::vector<tier::BlockPlace> places;
  std::vector<std::size_t> group_begin;  ///< The beginning of each group in `places`, then the end.
};

}  // namespace onyx
