// The moves of a strategy: a hash table for hundreds of millions of positions, compact because it
// must fit into memory together with the transposition table of the search.
//
// Open addressing with linear probing in one array that grows in place, by a quarter at a time. The
// table takes 28 to 35 bytes per entry on boards of at most 64 places, half as much as
// std::unordered_map. Entries are sorted by home slot (P. Celis, "Robin Hood Hashing", 1986), so a
// lookup of an absent position, the usual case, reads 4 slots instead of 23 when the table is 85 %
// full. Home slots are in hash order, so growing hardly ever moves an entry down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/packed_position.h"

namespace onyx::proof_number {

/// The largest rank; also represents all larger values.
inline constexpr std::uint16_t kMostRank = 65'533;

struct StrategyMove {
  Place move = 0;
  /// In a winning strategy, the rank (strategy_ranks.h). Some walks use it to mark visited entries.
  std::uint16_t rank = 0;
};

template <int W>
class MoveTable {
 public:
  struct Entry {
    PackedPosition<W> position;
    StrategyMove move;
    std::uint16_t probes;  ///< Slots from the entry's home to its slot, inclusive; 0 if unused.
  };

  MoveTable() = default;
  MoveTable(MoveTable&& that) noexcept { swap(that); }
  MoveTable(const MoveTable& that);
  MoveTable& operator=(MoveTable that) noexcept {
    swap(that);
    return *this;
  }

  std::size_t size() const { return used_; }

  /// Makes room in an empty table. Needed before inserting in hash order, which causes clusters.
  void reserve(std::uint64_t entries);

  /// Always inlined, because GCC drops calls to functions that only prefetch.
  [[gnu::always_inline]] void prefetch(const PackedPosition<W>& position) const {
    if (homes_ > 0) __builtin_prefetch(&slots_[home_of(position)]);
  }

  /// Works like std::unordered_map::try_emplace, but invalidates pointers. Throws std::bad_alloc.
  std::pair<StrategyMove*, bool> try_emplace(const PackedPosition<W>& position,
                                             StrategyMove move = {});
  const StrategyMove* find(const PackedPosition<W>& position) const {
    if (homes_ == 0) return nullptr;
    const std::size_t slot = slot_of(position);
    return has(slot, position) ? &slots_[slot].move : nullptr;
  }

  StrategyMove* find(const PackedPosition<W>& position) {
    return const_cast<StrategyMove*>(std::as_const(*this).find(position));
  }
  const StrategyMove& at(const PackedPosition<W>& position) const {
    const StrategyMove* const found = find(position);
    if (found == nullptr) throw std::out_of_range("the strategy has no move for a position");
    return *found;
  }

  StrategyMove& at(const PackedPosition<W>& position) {
    return const_cast<StrategyMove&>(std::as_const(*this).at(position));
  }

  std::size_t bytes() const { return slots_.bytes(); }

  /// Returns all slots, in hash order. Callers may change only the moves of used slots.
  std::span<Entry> slots() { return {slots_.data(), slots_.size()}; }

  /// Keeps the entries for which keeps(entry) is true. Calls keeps() in slot order. O(slots).
  template <class Keeps>
  void keep_if(Keeps&& keeps) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].probes == 0) continue;
      const bool stays = keeps(std::as_const(slots_[i]));
      Entry entry = slots_[i];
      slots_[i].probes = 0;
      if (!stays) {
        --used_;
        continue;
      }
      const std::size_t home = home_of(entry.position);
      next = std::max(home, next);
      ONYX_ASSERT(next <= i);  // so that no unchecked entry is overwritten
      entry.probes = static_cast<std::uint16_t>(next - home + 1);
      slots_[next++] = entry;
    }
  }

  /// Visits entries in hash order. To insert them into another table, reserve() room there first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& slot : slots_) {
      if (slot.probes > 0) visit(slot.position, slot.move);
    }
  }
  template <class Visit>
  void for_each(Visit&& visit) {
    for (Entry& slot : slots()) {
      if (slot.probes > 0) visit(std::as_const(slot.position), slot.move);
    }
  }

 private:
  /// Extra slots after the last home slot. The last slot is never used, so probing always ends.
  static constexpr std::size_t kOverflow = 64;

  std::size_t home_of(const PackedPosition<W>& position) const {
    return static_cast<std::size_t>(((hash_of(position) >> 32) * homes_) >> 32);
  }
  void swap(MoveTable& that) noexcept {
    slots_.swap(that.slots_);
    std::swap(homes_, that.homes_);
    std::swap(used_, that.used_);
  }

  /// Returns the slot of the position, or the slot at which to insert it.
  std::size_t slot_of(const PackedPosition<W>& position) const {
    ONYX_ASSERT(homes_ > 0);
    std::size_t slot = home_of(position);
    for (std::size_t probes = 1; slots_[slot].probes >= probes; ++slot, ++probes) {
      if (slots_[slot].position == position) break;
    }
    return slot;
  }

  bool has(std::size_t slot, const PackedPosition<W>& position) const {
    return slots_[slot].probes > 0 && slots_[slot].position == position;
  }

  bool put(std::size_t slot, const PackedPosition<W>& position, StrategyMove move);
  void grow();
  void resize(std::size_t homes);

  BigArray<Entry> slots_;
  std::size_t homes_ = 0;
  std::size_t used_ = 0;
};

}  // namespace onyx::proof_number
