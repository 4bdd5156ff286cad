// A hash table of positions from an untrusted file, with a value for each position.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include "solver/referee/bit_board.h"
#include "solver/referee/referee.h"

namespace onyx::referee::compact {

// A 32-bit hash. Its multipliers are random, so two given positions collide with probability 2^-32,
// and no file can force many collisions. Source: M. Dietzfelbinger, "Universal hashing and k-wise
// independent random variables via integer arithmetic without primes", 1996.
template <int N>
class SecretHash {
 public:
  SecretHash() {
    std::random_device device;
    for (std::uint64_t& multiplier : multipliers_) {
      multiplier = std::uint64_t{device()} << 32 | device();
    }
  }
  std::uint32_t operator()(const Stones<N>& stones) const {
    const std::uint64_t* multiplier = multipliers_.data();
    std::uint64_t sum = *multiplier;
    for (const Set<N>& set : stones.of) {
      for (const std::uint64_t word : set.words) {
        sum += *++multiplier * (word & UINT32_MAX);
        sum += *++multiplier * (word >> 32);
      }
    }
    return static_cast<std::uint32_t>(sum >> 32);
  }

 private:
  std::array<std::uint64_t, 4 * N + 1> multipliers_;
};

// References to items stay valid. Memory grows with the items.
template <int N, class Known>
class PositionTable {
 public:
  struct Item {
    Stones<N> stones;
    std::uint32_t next;  // 1 + number of the next item in the same slot; 0 for none
    Known known;
  };
  // Maximum bytes per item. While the slots grow, old and new slots coexist: three per item.
  static constexpr std::size_t kBytes = sizeof(Item) + 3 * sizeof(std::uint32_t);

  std::size_t size() const { return items_.size(); }

  // Returns null if the position is absent.
  Item* find(const Stones<N>& stones) {
    for (std::uint32_t i = first_[slot_of(stones)]; i != 0;) {
      Item& item = items_[i - 1];
      if (item.stones == stones) return &item;
      i = item.next;
    }
    return nullptr;
  }
  // Prefetches for find(): call prefetch_slot() for many positions, then prefetch_item(), so that
  // cache misses overlap. (Always inlined, because GCC would remove calls without effect.)
  [[gnu::always_inline]] void prefetch_slot(const Stones<N>& stones) const {
    __builtin_prefetch(&first_[slot_of(stones)]);
  }
  [[gnu::always_inline]] void prefetch_item(const Stones<N>& stones) const {
    const std::uint32_t i = first_[slot_of(stones)];
    if (i != 0) __builtin_prefetch(&items_[i - 1]);
  }
  // The position must be absent. Throws TooManyPositions.
  Item& add(const Stones<N>& stones, const Known& known) {
    if (items_.size() >= UINT32_MAX) throw TooManyPositions();
    if (items_.size() == first_.size()) grow();
    items_.push_back({stones, 0, known});
    link(static_cast<std::uint32_t>(items_.size()));
    return items_.back();
  }

 private:
  std::size_t slot_of(const Stones<N>& stones) const {
    return std::uint64_t{hash_(stones)} * first_.size() >> 32;
  }
  void link(std::uint32_t number_and_1) {
    Item& item = items_[number_and_1 - 1];
    std::uint32_t& first = first_[slot_of(item.stones)];
    item.next = first;
    first = number_and_1;
  }
  void grow() {
    first_.assign(2 * first_.size(), 0);
    for (std::uint32_t i = 1; i <= items_.size(); ++i) link(i);
  }

  SecretHash<N> hash_;
  std::deque<Item> items_;
  std::vector<std::uint32_t> first_ = std::vector<std::uint32_t>(1 << 10);  // heads of the lists
};

}  // namespace onyx::referee::compact
