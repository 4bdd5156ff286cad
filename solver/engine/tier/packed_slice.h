// Packed slices (slice.h), for files (slice_format.h) and for messages between ranks.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/parallel.h"
#include "solver/engine/tier/slice.h"

namespace onyx {

/// Each *frame* is a compressed block of entries, and can be unpacked on its own.
struct PackedSlice {
  std::string frames;                           ///< All frames, concatenated.
  std::vector<std::uint32_t> sizes;             ///< Bytes of each frame.
  std::vector<std::string_view> views() const;  ///< Each frame; valid while `frames` is unchanged.
};

/// The result of TierEngine::handed_down(): a plain slice, or a packed slice without distances.
using HandedDown = std::variant<TierSlice, PackedSlice>;

/// Packs and unpacks, without distances, the slices of a midpoint with the given corners.
class SlicePacking {
 public:
  /// A run of consecutive colourings of the low cells, at most 64.
  struct Run {
    int first;
    int count;
  };

  SlicePacking(int cell_count, const std::array<int, 4>& corners);

  std::size_t entries() const { return entries_; }
  std::size_t entry_bytes() const { return entry_bytes_; }
  /// The number of entries in each block except the last.
  std::size_t block_entries() const { return block_entries_; }
  std::size_t blocks() const { return (entries_ + block_entries_ - 1) / block_entries_; }
  std::size_t first_of(std::size_t block) const { return block * block_entries_; }
  std::size_t entries_of(std::size_t block) const {
    return std::min(block_entries_, entries_ - first_of(block));
  }

  std::string packed(std::size_t block, const tier::Known* entries) const;
  /// Returns false if the frame cannot be unpacked to a block of the right size.
  bool unpack(std::size_t block, std::string_view frame, tier::Known* entries) const;

 private:
  std::vector<Run> runs_;  ///< The low colourings that the slice contains.
  std::size_t entries_;
  std::size_t entry_bytes_;
  std::size_t block_entries_;
};

PackedSlice packed(const SlicePacking& packing, const TierSlice& slice, Threads threads);
/// Throws Damage; the message names a bad block.
TierSlice unpacked(const SlicePacking& packing, const PackedSlice& slice, Threads threads);

PackedSlice slice_of_frames(const std::vector<std::string>& frames);

}  // namespace onyx
