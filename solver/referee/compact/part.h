// A part of a strategy's entries in memory, as many as fit, to look positions up in.
#pragma once

#include <atomic>
#include <vector>

#include "solver/referee/compact/file.h"

namespace onyx::checker::compact {

template <int N>
class Part {
 public:
  // Memory for each entry, the hash table included.
  static constexpr std::size_t kBytes = sizeof(Entry<N>) + 1 + 2 * sizeof(std::uint32_t);

  explicit Part(std::size_t count) : entries_(count), reached_(count), slots_(2 * count + 1) {}

  Entry<N>* at(std::size_t number) { return entries_.data() + number; }
  std::size_t size() const { return entries_.size(); }
  const Entry<N>& operator[](std::size_t number) const { return entries_[number]; }

  void index() {
    for (std::size_t number = 0; number < entries_.size(); ++number) {
      std::size_t slot = slot_of(entries_[number].stones);
      while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
      slots_[slot] = static_cast<std::uint32_t>(number + 1);
    }
  }
  // Its number, or size() if there is none.
  std::size_t find(const Stones<N>& stones) const {
    for (std::size_t slot = slot_of(stones); slots_[slot] != 0; slot = (slot + 1) % slots_.size()) {
      if (entries_[slots_[slot] - 1].stones == stones) return slots_[slot] - 1;
    }
    return entries_.size();
  }
  // From many threads.
  void reach(std::size_t number) {
    std::atomic_ref<char>(reached_[number]).store(1, std::memory_order_relaxed);
  }
  bool is_reached(std::size_t number) const { return reached_[number] != 0; }

 private:
  std::size_t slot_of(const Stones<N>& stones) const {
    return XXH64(&stones, sizeof(stones), 0) % slots_.size();
  }

  std::vector<Entry<N>> entries_;
  std::vector<char> reached_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace onyx::checker::compact
