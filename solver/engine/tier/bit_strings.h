// Bit strings in files: the bits of a block by runs of neighbouring colourings, one run after
// another.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/engine/tier/bits.h"

namespace onyx::tier {

/// A run of consecutive colourings of the low cells, at most 64.
struct Run {
  int first;
  int count;
};

inline std::vector<Run> runs_of(const Bits& lows) {
  std::vector<Run> runs;
  for (int low = 0; low < kBlockBits; ++low) {
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

constexpr std::uint64_t ones(int count) { return ~std::uint64_t{0} >> (64 - count); }

inline std::uint64_t bits_in(const Bits& bits, Run run) {
  const int word = run.first / 64;
  const int shift = run.first % 64;
  std::uint64_t found = bits.words[word] >> shift;
  if (shift + run.count > 64) found |= bits.words[word + 1] << (64 - shift);
  return found & ones(run.count);
}

inline void put_bits(Bits& bits, Run run, std::uint64_t content) {
  const int word = run.first / 64;
  const int shift = run.first % 64;
  bits.words[word] |= content << shift;
  if (shift + run.count > 64) bits.words[word + 1] |= content >> (64 - shift);
}

/// Appends bit strings to bytes.
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
  /// Writes the last bits, padded to whole bytes.
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
  std::uint64_t held_ = 0;  ///< Zeros above the remaining bits.
  int count_ = 0;
};

}  // namespace onyx::tier
