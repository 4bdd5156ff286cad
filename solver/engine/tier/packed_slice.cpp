#include "solver/engine/tier/packed_slice.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>

#include "core/base/assert.h"
#include "core/base/packed_bytes.h"

namespace onyx {
namespace {

/// The approximate bytes of an unpacked block, which is one task for a thread, and the part that
/// one wrong bit spoils.
constexpr std::size_t kSliceBlockBytes = std::size_t{1} << 18;

}  // namespace

std::vector<std::size_t> PackedSlice::begins() const {
  std::vector<std::size_t> begins;
  std::size_t end = 0;
  for (const std::uint32_t size : sizes) {
    begins.push_back(end);
    end += size;
  }
  return begins;
}

SlicePacking::SlicePacking(int cell_count, const std::array<int, 4>& corners) {
  const int low_count = std::min(cell_count, tier::kLowCells);
  runs_ = tier::runs_of(low_corners_empty(low_count, corners));
  entries_ = SliceIndex(cell_count - low_count, corners).size();
  std::size_t colourings = 0;
  for (const tier::Run& run : runs_) colourings += static_cast<std::size_t>(run.count);
  entry_bytes_ = (2 * colourings + 7) / 8;
  block_entries_ = std::max(kSliceBlockBytes / entry_bytes_, std::size_t{1});
}

std::string SlicePacking::packed(std::size_t block, const tier::Known* entries) const {
  const std::size_t count = entries_of(block);
  ONYX_ASSERT(block < blocks() && count > 0);
  std::string bytes(count * entry_bytes_, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    tier::BitWriter writer(&bytes[i * entry_bytes_]);
    for (const tier::Run& run : runs_) writer.add(tier::bits_in(entries[i].win, run), run.count);
    for (const tier::Run& run : runs_) writer.add(tier::bits_in(entries[i].loss, run), run.count);
    writer.finish();
  }
  return compressed(bytes.data(), bytes.size());
}

bool SlicePacking::unpack(std::size_t block, std::string_view frame, tier::Known* entries) const {
  const std::size_t count = entries_of(block);
  std::string bytes(count * entry_bytes_, '\0');
  if (!decompress(frame, bytes.data(), bytes.size())) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const char* const entry = &bytes[i * entry_bytes_];
    tier::BitReader reader(entry, entry + entry_bytes_);
    entries[i] = {};
    for (const tier::Run& run : runs_) tier::put_bits(entries[i].win, run, reader.take(run.count));
    for (const tier::Run& run : runs_) tier::put_bits(entries[i].loss, run, reader.take(run.count));
  }
  return true;
}

PackedSlice slice_of_frames(const std::vector<std::string>& frames) {
  PackedSlice slice;
  std::size_t bytes = 0;
  for (const std::string& frame : frames) bytes += frame.size();
  slice.frames.reserve(bytes);
  for (const std::string& frame : frames) {
    slice.frames += frame;
    slice.sizes.push_back(static_cast<std::uint32_t>(frame.size()));
  }
  return slice;
}

PackedSlice packed(const SlicePacking& packing, const TierSlice& slice, Threads threads) {
  ONYX_ASSERT(slice.entries.size() == packing.entries());
  std::vector<std::string> frames(packing.blocks());
  parallel_for(threads, frames.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      frames[block] = packing.packed(block, slice.entries.data() + packing.first_of(block));
    }
  });
  return slice_of_frames(frames);
}

TierSlice unpacked(const SlicePacking& packing, const PackedSlice& slice, Threads threads) {
  TierSlice whole;
  whole.entries.resize(packing.entries());
  const std::vector<std::size_t> begins = slice.begins();
  std::atomic<bool> is_bad{begins.size() != packing.blocks()};
  std::atomic<std::size_t> bad{0};
  if (!is_bad) {
    parallel_for(threads, begins.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block) {
        const std::string_view frame(slice.frames.data() + begins[block], slice.sizes[block]);
        if (packing.unpack(block, frame, whole.entries.data() + packing.first_of(block))) continue;
        bad = block;
        is_bad = true;
      }
    });
  }
  if (is_bad) throw Damage(fmt::format("block {} is not part of a slice", bad.load()));
  return whole;
}

}  // namespace onyx
