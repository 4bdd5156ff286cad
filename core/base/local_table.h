// A hash table that maps tags (32 bits of a position's hash) to position numbers.
//
// Open addressing in lines of eight slots. A line is one cache line, filled from the front and
// searched without branches; overflow goes to the next line. Different positions may have
// the same tag, so the caller compares the positions. A tag alone determines the line where its
// search begins, so the table can grow without access to the positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/base/assert.h"
#include "core/base/big_array.h"

namespace onyx {

class LocalTable {
 public:
  struct Slot {
    std::uint32_t line;
    std::uint32_t index;
  };

  /// Makes room for `count` entries. Throws std::bad_alloc.
  void reserve(std::size_t count) {
    if (has_room_for(count)) return;
    LocalTable larger;
    larger.allocate(lines_with(count));
    for (std::size_t i = 0; i < line_count_; ++i) {
      for (std::size_t k = 0; k < kSlots && lines_[i].tags[k] != 0; ++k) {
        larger.insert(lines_[i].tags[k], lines_[i].numbers[k]);
      }
    }
    lines_.swap(larger.lines_);
    std::swap(line_count_, larger.line_count_);
  }

  void prefetch(std::uint32_t tag) const { __builtin_prefetch(&lines_[line_of(tag)]); }

  /// Returns the first slot in probe order that holds the tag or is empty. The tag must not be 0.
  /// The slot stays valid, also for find_next(), until the next reserve().
  Slot find(std::uint32_t tag) const {
    ONYX_ASSERT(tag != 0 && line_count_ > 0);
    return find_from(tag, line_of(tag), 0);
  }
  Slot find_next(std::uint32_t tag, Slot slot) const {
    ONYX_ASSERT(slot.line < line_count_ && slot.index < kSlots);
    return find_from(tag, slot.line, slot.index + 1);
  }
  std::uint32_t number_in(Slot slot, std::uint32_t none) const {
    ONYX_ASSERT(slot.line < line_count_ && slot.index < kSlots);
    const Line& line = lines_[slot.line];
    return line.tags[slot.index] != 0 ? line.numbers[slot.index] : none;
  }
  void set(Slot slot, std::uint32_t tag, std::uint32_t number) {
    ONYX_ASSERT(lines_[slot.line].tags[slot.index] == 0);
    lines_[slot.line].tags[slot.index] = tag;
    lines_[slot.line].numbers[slot.index] = number;
  }

  std::size_t bytes() const { return lines_.bytes(); }
  /// Returns bytes() after a reserve(count). During reserve(), the old table needs memory too.
  std::size_t bytes_with(std::size_t count) const {
    return has_room_for(count) ? bytes() : lines_with(count) * sizeof(Line);
  }

 private:
  static constexpr std::uint32_t kSlots = 8;
  struct alignas(64) Line {
    std::array<std::uint32_t, kSlots> tags;  ///< Zero marks an empty slot.
    std::array<std::uint32_t, kSlots> numbers;
  };
  bool has_room_for(std::size_t count) const { return 5 * count <= 4 * kSlots * line_count_; }
  std::size_t lines_with(std::size_t count) const {
    return std::max<std::size_t>({8, 2 * line_count_, 5 * count / (4 * kSlots) + 1});
  }

  /// Returns a bit mask: bit i is set iff slot i is empty or holds the tag.
  static std::uint32_t slots_that_fit(const Line& line, std::uint32_t tag) {
    using Lanes = std::uint32_t __attribute__((vector_size(16)));
    constexpr Lanes kLowBits = {1, 2, 4, 8};
    constexpr Lanes kHighBits = {16, 32, 64, 128};
    Lanes low;
    Lanes high;
    std::memcpy(&low, line.tags.data(), sizeof low);
    std::memcpy(&high, line.tags.data() + kSlots / 2, sizeof high);
    const Lanes fit = (reinterpret_cast<Lanes>((low == tag) | (low == 0)) & kLowBits) |
                      (reinterpret_cast<Lanes>((high == tag) | (high == 0)) & kHighBits);
    std::array<std::uint64_t, 2> pairs;
    std::memcpy(pairs.data(), &fit, sizeof fit);
    const std::uint64_t both = pairs[0] | pairs[1];
    return static_cast<std::uint32_t>(both | both >> 32);
  }
  [[gnu::always_inline]] Slot find_from(std::uint32_t tag, std::uint32_t at,
                                        std::uint32_t first) const {
    for (std::uint32_t from = ~std::uint32_t{0} << first;; from = ~std::uint32_t{0}) {
      const std::uint32_t fits = slots_that_fit(lines_[at], tag) & from;
      if (fits != 0) return {at, static_cast<std::uint32_t>(std::countr_zero(fits))};
      at = at + 1 == line_count_ ? 0 : at + 1;
    }
  }
  /// Writes zeros even to fresh pages, because reading a page before writing it costs two faults.
  void allocate(std::size_t line_count) {
    constexpr std::size_t kLarge = std::size_t{1} << 14;
    if (line_count >= kLarge) lines_.map(line_count);
    lines_.resize(line_count);
    std::memset(static_cast<void*>(lines_.data()), 0, line_count * sizeof(Line));
    line_count_ = line_count;
  }
  void insert(std::uint32_t tag, std::uint32_t number) {
    Slot slot = find(tag);
    while (number_in(slot, UINT32_MAX) != UINT32_MAX) slot = find_next(tag, slot);
    set(slot, tag, number);
  }
  std::uint32_t line_of(std::uint32_t tag) const {
    return static_cast<std::uint32_t>((tag * std::uint64_t{line_count_}) >> 32);
  }

  BigArray<Line> lines_;
  std::size_t line_count_ = 0;
};

}  // namespace onyx
