#include "solver/tier_run/slice_format.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "solver/tier_run/bit_strings.h"

namespace onyx {
namespace {

constexpr const char* kSliceKind = "OnyxSlc1";
constexpr std::size_t kSliceCellsAt = 48;
/// Of a block, unpacked, about: a task for a thread, and what one false bit spoils.
constexpr std::size_t kSliceBlockBytes = std::size_t{1} << 18;
/// A zstd frame of random bytes is a little longer than these: headers of frame and blocks.
constexpr std::uint64_t kFrameBytes = 64;

}  // namespace

/// What the corners of its midpoint say about a slice.
struct SliceFormat::Shape {
  std::vector<tier::Run> runs;
  std::size_t entries;
  std::size_t entry_bytes;
  std::size_t block_entries;
  std::size_t blocks;

  std::size_t entries_of(std::size_t block) const {
    return std::min(block_entries, entries - block * block_entries);
  }
};

SliceFormat::SliceFormat(BoardSize size, std::vector<Place> cells,
                         std::vector<std::array<int, 4>> corners, std::string version,
                         Threads threads)
    : size_(size),
      cells_(std::move(cells)),
      corners_(std::move(corners)),
      version_(std::move(version)),
      threads_(threads) {}

int SliceFormat::low_count() const {
  return std::min(static_cast<int>(cells_.size()), tier::kLowCells);
}

SliceFormat::Shape SliceFormat::shape_of(std::size_t midpoint) const {
  const tier::Bits lows = low_corners_empty(low_count(), corners_.at(midpoint));
  Shape shape{tier::runs_of(lows), SliceIndex(high_count(), corners_[midpoint]).size(), 0, 0, 0};
  std::size_t colourings = 0;
  for (const tier::Run& run : shape.runs) colourings += static_cast<std::size_t>(run.count);
  shape.entry_bytes = (2 * colourings + 7) / 8;
  shape.block_entries = std::max(kSliceBlockBytes / shape.entry_bytes, std::size_t{1});
  shape.blocks = (shape.entries + shape.block_entries - 1) / shape.block_entries;
  return shape;
}

std::string SliceFormat::header_of(const SliceName& name, const Shape& shape) const {
  std::string bytes = tier::indexed_header(kSliceKind, version_);
  const auto put = [&](std::size_t at, std::uint64_t number) {
    put_number(bytes, at, static_cast<std::uint32_t>(number));
  };
  put(8, static_cast<std::uint64_t>(size_.width));
  put(12, static_cast<std::uint64_t>(size_.height));
  put(16, name.tier.owned[0]);
  put(20, name.tier.owned[1]);
  put(24, name.midpoint);
  put(28, shape.entry_bytes);
  put_number(bytes, 32, std::uint64_t{shape.entries});
  put(40, shape.block_entries);
  put(44, shape.blocks);
  for (std::size_t cell = 0; cell < kMaxCells; ++cell) {
    bytes[kSliceCellsAt + cell] =
        static_cast<char>(cell < cells_.size() ? static_cast<int>(cells_[cell]) : 255);
  }
  return bytes;
}

std::uint64_t SliceFormat::write(const SliceName& name, const TierSlice& slice,
                                 const WriteAt& write_at) const {
  const Shape shape = shape_of(name.midpoint);
  std::vector<std::string> blocks(shape.blocks);
  parallel_for(threads_, shape.blocks, 1, [&](std::size_t begin, std::size_t end) {
    std::string bytes;
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t count = shape.entries_of(block);
      bytes.resize(count * shape.entry_bytes);
      for (std::size_t i = 0; i < count; ++i) {
        const tier::Known& known = slice.entries[block * shape.block_entries + i];
        tier::BitWriter writer(&bytes[i * shape.entry_bytes]);
        for (const tier::Run& run : shape.runs)
          writer.add(tier::bits_in(known.win, run), run.count);
        for (const tier::Run& run : shape.runs)
          writer.add(tier::bits_in(known.loss, run), run.count);
        writer.finish();
      }
      blocks[block] = compressed(bytes.data(), bytes.size());
    }
  });
  std::string index;
  for (const std::string& bytes : blocks) tier::add_to_index(index, bytes);
  write_at(0, tier::with_index(header_of(name, shape), index));
  std::uint64_t end = tier::bytes_before_blocks(shape.blocks);
  for (const std::string& bytes : blocks) {
    write_at(end, bytes);
    end += bytes.size();
  }
  return end;
}

std::vector<tier::IndexedBlock> SliceFormat::read_head(const SliceName& name,
                                                       const SourceFile& file) const {
  const Shape shape = shape_of(name.midpoint);
  return tier::read_index(file, header_of(name, shape), shape.blocks, "slice");
}

void SliceFormat::check_head(const SliceName& name, const SourceFile& file) const {
  static_cast<void>(read_head(name, file));
}

TierSlice SliceFormat::read(const SliceName& name, const SourceFile& file) const {
  const Shape shape = shape_of(name.midpoint);
  const std::vector<tier::IndexedBlock> blocks = read_head(name, file);
  TierSlice slice;
  slice.entries.resize(shape.entries);
  std::atomic<std::size_t> bad{shape.blocks};  // the first of the damaged blocks
  parallel_for(threads_, shape.blocks, 1, [&](std::size_t begin, std::size_t end) {
    std::string content;
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t count = shape.entries_of(block);
      content.resize(count * shape.entry_bytes);
      const bool is_sound = tier::unpack(file, blocks[block], content);
      if (!is_sound) {
        for (std::size_t first = bad; block < first;) {
          if (bad.compare_exchange_weak(first, block)) break;
        }
        continue;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const char* const entry = &content[i * shape.entry_bytes];
        tier::BitReader reader(entry, entry + shape.entry_bytes);
        tier::Known known{};
        for (const tier::Run& run : shape.runs)
          tier::put_bits(known.win, run, reader.take(run.count));
        for (const tier::Run& run : shape.runs)
          tier::put_bits(known.loss, run, reader.take(run.count));
        slice.entries[block * shape.block_entries + i] = known;
      }
    }
  });
  if (bad < shape.blocks) {
    throw Damage(fmt::format("the checksum of block {} of {} is wrong", bad.load(), shape.blocks));
  }
  return slice;
}

std::uint64_t SliceFormat::most_file_bytes(std::size_t midpoint) const {
  const Shape shape = shape_of(midpoint);
  return tier::bytes_before_blocks(shape.blocks) + shape.blocks * kFrameBytes +
         shape.entries * shape.entry_bytes;
}

std::uint64_t SliceFormat::memory_bytes(std::size_t midpoint) const {
  return SliceIndex(high_count(), corners_.at(midpoint)).size() * sizeof(tier::Known);
}

}  // namespace onyx
