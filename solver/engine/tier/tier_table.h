// The table of a tier: in memory, or in a file of which only some chunks are in memory at a time.
//
// A *chunk* is the set of blocks that agree in the last few cells, the *top* cells. Chunks are
// processed in descending order, so the blocks that a chunk reads are mostly in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/base/nameless_file.h"
#include "core/base/parallel.h"
#include "solver/engine/tier/bits.h"
#include "solver/engine/tier/kernel/kernel.h"

namespace onyx {

/// Where to keep a table that is too large for memory.
struct OutOfCore {
  std::filesystem::path folder;  ///< On a disk with room for the whole table.
  std::uint64_t bytes = 0;       ///< Limit on the bytes of the table in memory.
};

class TierTable {
 public:
  /// Tables of at least this many blocks are mapped, so that only touched pages take memory.
  static constexpr std::size_t kLarge = std::size_t{1} << 14;
  static constexpr std::size_t kBytesOfBlock = sizeof(tier::Block) + sizeof(tier::Keep);

  /// Makes a table in memory, as one chunk. Throws std::bad_alloc.
  explicit TierTable(std::size_t block_count);
  /// Makes a table in a file, as 3^top_cells chunks of whole tiles, at least two of them in memory.
  /// Throws std::system_error if the file cannot be made.
  TierTable(std::size_t block_count, int top_cells, const OutOfCore& out_of_core);

  /// Returns the fewest top cells for which the chunks that a sweep needs fit into `bytes`, or -1.
  static int top_cells_for(int high_count, std::uint64_t bytes);

  std::size_t block_count() const { return block_count_; }
  std::size_t chunk_count() const { return block_count_ / chunk_blocks_; }
  std::size_t chunk_blocks() const { return chunk_blocks_; }

  /// Returns the blocks of all chunks, in memory or not.
  tier::Block* blocks() { return blocks_; }
  const tier::Block* blocks() const { return blocks_; }
  /// Null unless keep_midpoints() was last called with true.
  tier::Keep* keeps() { return has_keeps_ ? keeps_ : nullptr; }
  const tier::Keep* keeps() const { return has_keeps_ ? keeps_ : nullptr; }
  void keep_midpoints(bool has_keeps);

  /// The part of a chunk that the caller will touch.
  enum class Part : std::uint8_t { none, few, blocks, all };

  /// Brings the chunk into memory; may evict the least recently used chunk. Not thread-safe.
  void use(std::size_t chunk, Part part) const;
  /// Discards the content. Returns whether chunks can be written without being read first. Throws
  /// std::system_error.
  bool forget();
  void will_change(std::size_t chunk) {
    ONYX_ASSERT(chunk < chunk_count());
    is_changed_[chunk] = true;
  }

  /// Calls body(begin, end) in parallel, for disjoint ranges of the blocks of a chunk in use.
  template <class Body>
  void for_each_range_of(std::size_t chunk, Threads threads, const Body& body) const {
    const std::size_t first = chunk * chunk_blocks_;
    parallel_for(threads, chunk_blocks_, tier::kGrain,
                 [&](std::size_t begin, std::size_t end) { body(first + begin, first + end); });
  }

  std::uint64_t bytes() const;

 private:
  void make_resident(std::size_t chunk) const;
  void release(std::size_t chunk) const;
  std::size_t begin_of_blocks(std::size_t chunk) const {
    return chunk * chunk_blocks_ * sizeof(tier::Block);
  }
  std::size_t begin_of_keeps(std::size_t chunk) const {
    return block_count_ * sizeof(tier::Block) + chunk * chunk_blocks_ * sizeof(tier::Keep);
  }

  std::size_t block_count_;
  std::size_t chunk_blocks_;
  tier::Block* blocks_ = nullptr;
  tier::Keep* keeps_ = nullptr;
  bool has_keeps_ = false;
  BigArray<tier::Block> own_blocks_;  ///< Empty if out of core.
  BigArray<tier::Keep> own_keeps_;
  std::optional<NamelessFile> file_;
  std::size_t most_resident_ = 0;
  // Mutable, because the choice of chunks in memory is not part of the table's visible state.
  mutable std::vector<std::uint64_t> last_use_;
  mutable std::vector<Part> fetched_;  ///< The largest part in use; none if not in memory.
  mutable std::vector<std::size_t> resident_;
  mutable std::vector<bool> is_changed_;
  mutable std::uint64_t clock_ = 0;
};

}  // namespace onyx
