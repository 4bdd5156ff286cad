// Slices (slice.h) packed, as files have them (solver/tier_run/slice_format.h, which says what is
// in a block) and as ranks send them to each other: a fiftieth of their size in memory, or less.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/parallel.h"
#include "solver/tier/bit_strings.h"
#include "solver/tier/slice.h"

namespace onyx {

/// Frames, each of a block of entries that can be unpacked by itself.
struct PackedSlice {
  std::string frames;                       ///< One after the other.
  std::vector<std::uint32_t> sizes;         ///< Bytes of each.
  std::vector<std::size_t> begins() const;  ///< Of each in `frames`.
};

/// How a tier hands down a slice: as it is, without distances also packed.
using HandedDown = std::variant<TierSlice, PackedSlice>;

/// How slices are packed whose midpoint has these corners. Of slices without distances.
class SlicePacking {
 public:
  SlicePacking(int cell_count, const std::array<int, 4>& corners);

  std::size_t entries() const { return entries_; }
  std::size_t entry_bytes() const { return entry_bytes_; }
  /// Of each block but the last, which has the rest.
  std::size_t block_entries() const { return block_entries_; }
  std::size_t blocks() const { return (entries_ + block_entries_ - 1) / block_entries_; }
  std::size_t first_of(std::size_t block) const { return block * block_entries_; }
  std::size_t entries_of(std::size_t block) const {
    return std::min(block_entries_, entries_ - first_of(block));
  }

  /// `entries`: those of the block.
  std::string packed(std::size_t block, const tier::Known* entries) const;
  /// Fills `entries`; false if the frame holds no such block.
  bool unpack(std::size_t block, std::string_view frame, tier::Known* entries) const;

 private:
  std::vector<tier::Run> runs_;  ///< Of low colourings that the slice has.
  std::size_t entries_;
  std::size_t entry_bytes_;
  std::size_t block_entries_;
};

PackedSlice packed(const SlicePacking& packing, const TierSlice& slice, Threads threads);
/// Throws Damage, with the number of a block.
TierSlice unpacked(const SlicePacking& packing, const PackedSlice& slice, Threads threads);

/// Puts frames together, given by block.
PackedSlice slice_of_frames(const std::vector<std::string>& frames);

}  // namespace onyx
