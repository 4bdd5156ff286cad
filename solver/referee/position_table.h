// A hash table of positions from an untrusted file, with a value for each position.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "solver/referee/referee.h"
#include "solver/referee/secret_hash.h"

namespace onyx::referee::compact {

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

  explicit PositionTable(std::size_t most = UINT32_MAX) : most_(most) {}

  std::size_t size() const { return items_.size(); }

  // Null if absent.
  Item* find(const Stones<N>& stones) {
    for (std::uint32_t i = first_[slot_of(stones)]; i != 0;) {
      Item& item = items_[i - 1];
      if (item.stones == stones) return &item;
      i = item.next;
    }
    return nullptr;
  }
  // Prefetch for find(): call prefetch_slot() for many positions, then prefetch_item(), so that
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
    if (items_.size() >= most_) throw TooManyPositions();
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

  std::size_t most_;
  SecretHash<N> hash_;
  std::deque<Item> items_;
  std::vector<std::uint32_t> first_ = std::vector<std::uint32_t>(1 << 10);  // heads of the lists
};

}  // namespace onyx::referee::compact
