// A part of a strategy's entries in memory, as many as fit, to look positions up in.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "solver/referee/compact_file.h"
#include "solver/referee/secret_hash.h"

namespace onyx::referee::compact {

// Filled by add, then index; then find and reach may be called from many threads. Memory grows with
// the entries that were added, which stay where they are.
template <int N>
class Part {
 public:
  struct Item {
    Stones<N> stones;
    std::uint32_t next = 0;  // of the same hash: its number and 1; 0 for none
    std::uint16_t rank = 0;
    std::uint16_t is_reached = 0;
  };
  // For each entry.
  static constexpr std::size_t kBytes = sizeof(Item) + sizeof(std::uint32_t);

  void add(const Entry<N>& entry) {
    if (size_ % kChunk == 0) chunks_.emplace_back().reserve(kChunk);
    chunks_.back().push_back({entry.stones, 0, entry.rank, 0});
    ++size_;
  }
  void index(const Watch& watch) {
    first_.resize(size_);
    for (std::size_t number = 0; number < size_; ++number) {
      if (number % kChunk == 0) end_if_interrupted(watch);
      Item& item = (*this)[number];
      std::uint32_t& first = first_[slot_of(item.stones)];
      item.next = first;
      first = static_cast<std::uint32_t>(number + 1);
    }
  }

  std::size_t size() const { return size_; }
  Item& operator[](std::size_t number) { return chunks_[number / kChunk][number % kChunk]; }

  // Null if it is not there.
  Item* find(const Stones<N>& stones) {
    if (size_ == 0) return nullptr;
    for (std::uint32_t i = first_[slot_of(stones)]; i != 0;) {
      Item& item = (*this)[i - 1];
      if (item.stones == stones) return &item;
      i = item.next;
    }
    return nullptr;
  }
  static void reach(Item& item) {
    std::atomic_ref<std::uint16_t>(item.is_reached).store(1, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kChunk = 1 << 12;

  std::size_t slot_of(const Stones<N>& stones) const {
    return std::uint64_t{hash_(stones)} * first_.size() >> 32;
  }

  SecretHash<N> hash_;
  std::size_t size_ = 0;
  std::vector<std::vector<Item>> chunks_;
  std::vector<std::uint32_t> first_;  // by hash: the number of an entry and 1; 0 for none
};

}  // namespace onyx::referee::compact
