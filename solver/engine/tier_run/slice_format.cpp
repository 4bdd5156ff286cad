#include "solver/engine/tier_run/slice_format.h"

#include <fmt/core.h>

#include <atomic>
#include <utility>

namespace onyx {
namespace {

constexpr const char* kSliceKind = "OnyxSlc1";
constexpr std::size_t kSliceCellsAt = 48;
/// An upper bound on the overhead of a zstd frame, in bytes.
constexpr std::uint64_t kFrameBytes = 64;

}  // namespace

SliceFormat::SliceFormat(BoardSize size, std::vector<Place> cells,
                         std::vector<std::array<int, 4>> corners, std::string version,
                         Threads threads)
    : size_(size),
      cells_(std::move(cells)),
      corners_(std::move(corners)),
      version_(std::move(version)),
      threads_(threads) {}

SlicePacking SliceFormat::packing_for(std::size_t midpoint) const {
  return {static_cast<int>(cells_.size()), corners_.at(midpoint)};
}

std::string SliceFormat::header_of(const SliceName& name, const SlicePacking& packing) const {
  std::string bytes = tier::indexed_header(
      kSliceKind, version_,
      {static_cast<std::uint64_t>(size_.width), static_cast<std::uint64_t>(size_.height),
       name.tier.owned[0], name.tier.owned[1], name.midpoint, packing.entry_bytes(),
       packing.entries(), std::uint64_t{packing.entries()} >> 32, packing.block_entries(),
       packing.blocks()});
  for (std::size_t cell = 0; cell < kMaxCells; ++cell) {
    bytes[kSliceCellsAt + cell] =
        static_cast<char>(cell < cells_.size() ? static_cast<int>(cells_[cell]) : 255);
  }
  return bytes;
}

std::uint64_t SliceFormat::write(const SliceName& name, const TierSlice& slice,
                                 const WriteAt& write_at) const {
  return write(name, packed(packing_for(name.midpoint), slice, threads_), write_at);
}

std::uint64_t SliceFormat::write(const SliceName& name, const PackedSlice& slice,
                                 const WriteAt& write_at) const {
  std::string index;
  for (const std::string_view frame : slice.views()) tier::add_to_index(index, frame);
  write_at(0, tier::with_index(header_of(name, packing_for(name.midpoint)), index));
  const std::uint64_t first = tier::bytes_before_blocks(slice.sizes.size());
  write_at(first, slice.frames);
  return first + slice.frames.size();
}

std::vector<tier::IndexedBlock> SliceFormat::read_head(const SliceName& name,
                                                       const SourceFile& file) const {
  const SlicePacking packing = packing_for(name.midpoint);
  return tier::read_index(file, header_of(name, packing), packing.blocks(), "slice");
}

void SliceFormat::check_head(const SliceName& name, const SourceFile& file) const {
  static_cast<void>(read_head(name, file));
}

PackedSlice SliceFormat::read_packed(const SliceName& name, const SourceFile& file) const {
  const std::vector<tier::IndexedBlock> blocks = read_head(name, file);
  const std::uint64_t first = tier::bytes_before_blocks(blocks.size());
  PackedSlice slice;
  slice.frames = file.read(first, file.bytes - first);
  for (const tier::IndexedBlock& block : blocks) slice.sizes.push_back(block.bytes);
  std::atomic<std::size_t> bad{blocks.size()};  // the first damaged block
  parallel_for_each_index(threads_, blocks.size(), [&](std::size_t block) {
    const char* const frame = slice.frames.data() + (blocks[block].offset - first);
    const auto number = static_cast<std::uint32_t>(block);
    if (checksum_of(frame, slice.sizes[block], number) == blocks[block].checksum) return;
    for (std::size_t earlier = bad; block < earlier;) {
      if (bad.compare_exchange_weak(earlier, block)) break;
    }
  });
  if (bad < blocks.size()) {
    throw Damage(fmt::format("the checksum of block {} of {} is wrong", bad.load(), blocks.size()));
  }
  return slice;
}

TierSlice SliceFormat::read(const SliceName& name, const SourceFile& file) const {
  return unpacked(packing_for(name.midpoint), read_packed(name, file), threads_);
}

std::uint64_t SliceFormat::most_file_bytes(std::size_t midpoint) const {
  const SlicePacking packing = packing_for(midpoint);
  return tier::bytes_before_blocks(packing.blocks()) + packing.blocks() * kFrameBytes +
         packing.entries() * packing.entry_bytes();
}

std::uint64_t SliceFormat::memory_bytes(std::size_t midpoint) const {
  return packing_for(midpoint).entries() * sizeof(tier::Known);
}

}  // namespace onyx
