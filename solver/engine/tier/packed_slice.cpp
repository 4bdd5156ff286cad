#include "solver/engine/tier/packed_slice.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>

#include "core/base/assert.h"
#include "core/base/packed_bytes.h"

namespace onyx {
namespace {

using Run = SlicePacking::Run;

std::vector<Run> runs_of(const tier::Bits& lows) {
  std::vector<Run> runs;
  for (int low = 0; low < tier::kBlockBits; ++low) {
    if (!has(lows, static_cast<std::size_t>(low))) continue;
    const bool goes_on =
        !runs.empty() && runs.back().first + runs.back().count == low && runs.back().count < 64;
    if (goes_on) {
      ++runs.back().count;
    } else {
      runs.push_back({low, 1});
    }
  }
  return runs;
}

std::uint64_t ones(int count) {
  ONYX_ASSERT(count >= 1 && count <= 64);
  return ~std::uint64_t{0} >> (64 - count);
}

std::uint64_t bits_in(const tier::Bits& bits, Run run) {
  const int word = run.first / 64;
  const int shift = run.first % 64;
  std::uint64_t found = bits.words[word] >> shift;
  if (shift + run.count > 64) found |= bits.words[word + 1] << (64 - shift);
  return found & ones(run.count);
}

void put_bits(tier::Bits& bits, Run run, std::uint64_t content) {
  const int word = run.first / 64;
  const int shift = run.first % 64;
  bits.words[word] |= content << shift;
  if (shift + run.count > 64) bits.words[word + 1] |= content >> (64 - shift);
}

class BitWriter {
 public:
  explicit BitWriter(char* bytes) : bytes_(bytes) {}
  void add(std::uint64_t bits, int count) {
    held_ |= bits << count_;
    const int room = 64 - count_;
    if (count < room) {
      count_ += count;
      return;
    }
    put(8);
    held_ = room == 64 ? 0 : bits >> room;
    count_ = count - room;
  }
  void finish() { put((count_ + 7) / 8); }

 private:
  void put(int bytes) {
    for (int i = 0; i < bytes; ++i) *bytes_++ = static_cast<char>(held_ >> (8 * i) & 0xff);
  }

  char* bytes_;
  std::uint64_t held_ = 0;
  int count_ = 0;  ///< Number of bits in held_, less than 64.
};

class BitReader {
 public:
  BitReader(const char* bytes, const char* end) : bytes_(bytes), end_(end) {}
  std::uint64_t take(int count) {
    std::uint64_t bits = held_;
    const int had = count_;
    if (had < count) {
      fill();
      if (had < 64) bits |= held_ << had;
      const int used = count - had;
      held_ = used == 64 ? 0 : held_ >> used;
      count_ -= used;
    } else {
      held_ = count == 64 ? 0 : held_ >> count;
      count_ -= count;
    }
    return bits & ones(count);
  }

 private:
  void fill() {
    held_ = 0;
    for (count_ = 0; count_ < 64 && bytes_ != end_; count_ += 8) {
      held_ |= std::uint64_t{static_cast<std::uint8_t>(*bytes_++)} << count_;
    }
  }

  const char* bytes_;
  const char* end_;
  std::uint64_t held_ = 0;  ///< The unread bits; higher bits are 0.
  int count_ = 0;
};

/// The approximate unpacked size of a block, in bytes. Threads pack blocks in parallel.
constexpr std::size_t kSliceBlockBytes = std::size_t{1} << 18;

}  // namespace

std::vector<std::string_view> PackedSlice::views() const {
  std::vector<std::string_view> views;
  std::string_view left = frames;
  for (const std::uint32_t size : sizes) {
    ONYX_ASSERT(size <= left.size());
    views.push_back(left.substr(0, size));
    left.remove_prefix(size);
  }
  return views;
}

SlicePacking::SlicePacking(int cell_count, const std::array<int, 4>& corners) {
  const int low_count = std::min(cell_count, tier::kLowCells);
  runs_ = runs_of(low_corners_empty(low_count, corners));
  entries_ = SliceIndex(cell_count - low_count, corners).size();
  std::size_t colourings = 0;
  for (const Run& run : runs_) colourings += static_cast<std::size_t>(run.count);
  entry_bytes_ = (2 * colourings + 7) / 8;
  block_entries_ = std::max(kSliceBlockBytes / entry_bytes_, std::size_t{1});
}

std::string SlicePacking::packed(std::size_t block, const tier::Known* entries) const {
  const std::size_t count = entries_of(block);
  ONYX_ASSERT(block < blocks() && count > 0);
  std::string bytes(count * entry_bytes_, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    BitWriter writer(&bytes[i * entry_bytes_]);
    for (const Run& run : runs_) writer.add(bits_in(entries[i].win, run), run.count);
    for (const Run& run : runs_) writer.add(bits_in(entries[i].loss, run), run.count);
    writer.finish();
  }
  return compressed(bytes.data(), bytes.size());
}

bool SlicePacking::unpack(std::size_t block, std::string_view frame, tier::Known* entries) const {
  ONYX_ASSERT(block < blocks());
  const std::size_t count = entries_of(block);
  std::string bytes(count * entry_bytes_, '\0');
  if (!decompress(frame, bytes.data(), bytes.size())) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const char* const entry = &bytes[i * entry_bytes_];
    BitReader reader(entry, entry + entry_bytes_);
    entries[i] = {};
    for (const Run& run : runs_) put_bits(entries[i].win, run, reader.take(run.count));
    for (const Run& run : runs_) put_bits(entries[i].loss, run, reader.take(run.count));
  }
  return true;
}

PackedSlice slice_of_frames(const std::vector<std::string>& frames) {
  PackedSlice slice;
  std::size_t bytes = 0;
  for (const std::string& frame : frames) bytes += frame.size();
  slice.frames.reserve(bytes);
  for (const std::string& frame : frames) {
    ONYX_ASSERT(frame.size() <= UINT32_MAX);
    slice.frames += frame;
    slice.sizes.push_back(static_cast<std::uint32_t>(frame.size()));
  }
  return slice;
}

PackedSlice packed(const SlicePacking& packing, const TierSlice& slice, Threads threads) {
  ONYX_ASSERT(slice.entries.size() == packing.entries());
  std::vector<std::string> frames(packing.blocks());
  parallel_for_each_index(threads, frames.size(), [&](std::size_t block) {
    frames[block] = packing.packed(block, slice.entries.data() + packing.first_of(block));
  });
  return slice_of_frames(frames);
}

TierSlice unpacked(const SlicePacking& packing, const PackedSlice& slice, Threads threads) {
  TierSlice whole;
  whole.entries.resize(packing.entries());
  const std::vector<std::string_view> frames = slice.views();
  std::atomic<bool> is_bad{frames.size() != packing.blocks()};
  std::atomic<std::size_t> bad{0};
  if (!is_bad) {
    parallel_for_each_index(threads, frames.size(), [&](std::size_t block) {
      if (packing.unpack(block, frames[block], whole.entries.data() + packing.first_of(block)))
        return;
      bad = block;
      is_bad = true;
    });
  }
  if (is_bad) throw Damage(fmt::format("block {} is not part of a slice", bad.load()));
  return whole;
}

}  // namespace onyx
