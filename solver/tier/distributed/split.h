// How a tier that is too large for one machine is distributed over ranks, and who reads what of
// whom.
//
// The highest digits of a block's number, those of the last `digit_count` cells, say in which
// *chunk* it is; each chunk belongs to one rank. A move that changes none of these cells stays in
// the chunk; one that takes such a cell, or captures on one, leads to another, mostly of another
// rank. Chunks with equally many V and equally many H on these cells are dealt out in turn, so that
// every rank has about its share of each group of blocks that are swept together (tier_solver.h),
// and so waits little for the others. There are at least three chunks a rank, and no rank has more
// than a fifth more than its share, where the tier has enough cells for that.
#pragma once

#include <array>
#include <vector>

#include "solver/tier/slice.h"

namespace onyx {

struct TierSplit {
  /// Throws std::length_error if a rank would have 2^31 blocks or more, and ranks > 1.
  TierSplit(int cell_count, int ranks);

  int rank_count;
  int low_count;
  int high_count;
  int digit_count = 0;
  std::size_t chunk_count = 1;
  std::size_t chunk_blocks;
  std::uint64_t reciprocal = 0;     ///< As in tier::Part.
  std::vector<tier::Chunk> chunks;  ///< By number.

  /// The chunks of a rank, in order; its blocks are numbered through them.
  std::vector<std::size_t> chunks_of(int rank) const;
  std::size_t blocks_of(int rank) const { return chunks_of(rank).size() * chunk_blocks; }
  /// Of the rank that has most.
  std::size_t most_blocks() const {
    return (chunk_count + static_cast<std::size_t>(rank_count) - 1) /
           static_cast<std::size_t>(rank_count) * chunk_blocks;
  }
};

/// Which entries of a slice (slice.h) are in which chunk: those of a chunk lie side by side in
/// the slice, and in what its rank has of the slice.
class SplitSlice {
 public:
  SplitSlice(const TierSplit& split, const std::array<int, 4>& corners);

  const SliceIndex& index() const { return index_; }
  /// Entries of a chunk: where the first one is in the slice, and how many there are.
  std::size_t first(std::size_t chunk) const { return first_[chunk]; }
  std::size_t count(std::size_t chunk) const { return has_entries_[chunk] ? entries_ : 0; }
  /// Where the first one is among those of the chunk's rank.
  std::size_t first_of_rank(std::size_t chunk) const { return first_of_rank_[chunk]; }
  /// How many the rank has.
  std::size_t count_of_rank(std::size_t rank) const { return count_of_rank_[rank]; }
  /// Entries that lie side by side in a chunk, and so with its rank.
  struct Piece {
    std::size_t chunk;
    std::size_t of_rank;  ///< The first one, among those of the chunk's rank.
    std::size_t count;
  };
  /// Of `count` entries from `first` on, in order.
  std::vector<Piece> pieces(std::size_t first, std::size_t count) const;
  /// Where the entry of a block in the slice is among those of its rank.
  std::size_t of_rank(const tier::BlockPlace& place) const {
    const std::size_t chunk = place.block / chunk_blocks_;
    return index_(place) - first_[chunk] + first_of_rank_[chunk];
  }

 private:
  SliceIndex index_;
  std::size_t chunk_blocks_;
  std::size_t entries_ = 1;
  std::vector<std::size_t> first_;
  std::vector<std::size_t> first_of_rank_;
  std::vector<bool> has_entries_;
  std::vector<std::size_t> chunks_;  ///< Those that have entries, in order.
  std::vector<std::size_t> count_of_rank_;
};

/// The blocks of one rank, in groups that are swept one after the other, by how many V and how many
/// H there are on the high cells, the fullest first. All ranks have the same groups.
struct PartOrder {
  PartOrder(const TierSplit& split, int rank);

  /// What solving takes for each block beside the table: its place in the order, once more among
  /// the open ones, and whether it is open.
  static constexpr std::size_t kBytes = 2 * sizeof(tier::BlockPlace) + 1;

  std::vector<tier::BlockPlace> places;
  std::vector<std::size_t> group_begin;  ///< And one more.
};

}  // namespace onyx
