// The transposition table of the search, in bounded memory. It starts small, so that easy searches
// start fast, and doubles when half full, up to the memory limit.
//
// Keys are exact: an entry holds the whole packed position, with the attacker in a bit that no
// place uses (pack_question() below). A hash only picks the bucket of four entries. In a full
// bucket, a new entry replaces the entry with the least work; solved entries count eightfold.
// Source: A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002.
#pragma once

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <optional>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/packed_position.h"
#include "solver/engine/proof_number/numbers.h"

namespace onyx::proof_number {

/// Packs a position and the attacker. The highest bit of V's stones, unused by places, is set iff
/// H attacks.
template <int W>
PackedPosition<W> pack_question(const WidePosition<W>& position, Player attacker) {
  PackedPosition<W> packed = pack(position);
  if (attacker == Player::H) packed.words[W - 1] |= kSideBit;
  return packed;
}
template <int W>
Player attacker_of(const PackedPosition<W>& question) {
  return (question.words[W - 1] & kSideBit) != 0 ? Player::H : Player::V;
}
template <int W>
PackedPosition<W> about_v(PackedPosition<W> question) {
  question.words[W - 1] &= ~kSideBit;
  return question;
}
template <int W>
WidePosition<W> position_of(const PackedPosition<W>& question) {
  return unpack(about_v(question));
}

/// Marks a number of plies that is unknown or too large to store.
inline constexpr std::uint16_t kPliesUnknown = 65'535;

inline std::uint16_t one_ply_more(std::uint16_t plies) {
  return plies == kPliesUnknown ? plies : static_cast<std::uint16_t>(plies + 1);
}

struct Knowledge {
  /// A question is *settled* if it is proved, or disproved by a win of the defender.
  bool is_settled() const { return numbers.is_solved() && plies > 0; }
  /// A full bucket drops the entry with the least worth.
  std::uint64_t worth() const { return std::uint64_t{work} * (numbers.is_solved() ? 8 : 1); }

  Numbers numbers;
  /// An upper bound on the plies to the win, or kPliesUnknown; 0 if the question is not settled.
  std::uint16_t plies = 0;
  /// The best move known for the player to move.
  Place move = 0;
  std::uint32_t work = 0;
};

template <int W>
class ProofTable {
 public:
  struct Entry {
    PackedPosition<W> question;
    Knowledge knowledge;
  };
  static constexpr std::size_t kBucket = 4;

  /// Takes at most about `bytes` of memory, but at least one bucket. Throws std::bad_alloc.
  explicit ProofTable(std::uint64_t bytes);

  bool wants_to_grow() const { return 2 * used() > capacity() && capacity() < most_entries_; }
  /// Doubles the table, up to its maximum size. Not thread-safe.
  void grow();

  void keep_size() { most_entries_ = capacity(); }

  /// Grows until `entries` entries would fill at most half of the table, or to the maximum size.
  void reserve(std::uint64_t entries) {
    while (2 * entries > capacity() && capacity() < most_entries_) grow();
  }

  /// Returns what the table knows about the question. Thread-safe, like store() and prefetch().
  std::optional<Knowledge> find(const PackedPosition<W>& question, std::uint64_t hash) const;
  /// Adds `knowledge.work` to the work of an existing entry. Never replaces a settled result, and
  /// replaces a solved result only by a settled one. In a full bucket, drops another entry.
  void store(const PackedPosition<W>& question, std::uint64_t hash, const Knowledge& knowledge);
  /// Defined in the .cpp file, because GCC drops calls to visible functions that only prefetch.
  void prefetch(std::uint64_t hash) const;

  /// Not thread-safe, like keep_solved().
  void clear() {
    std::memset(static_cast<void*>(entries_.data()), 0, entries_.size() * sizeof(Entry));
    used_ = 0;
  }

  void keep_solved();

  std::size_t capacity() const { return entries_.size(); }
  std::uint64_t bytes() const { return entries_.bytes(); }
  std::size_t most_entries() const { return most_entries_; }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

  /// Visits all entries. No other thread may change the table during the call.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : entries_) {
      if (is_used(entry)) visit(entry);
    }
  }

 private:
  static constexpr std::size_t kStripes = 1 << 12;

  class Lock;

  static bool is_used(const Entry& entry) {
    return entry.knowledge.numbers.proof + entry.knowledge.numbers.disproof != 0;
  }
  std::size_t bucket_of(std::uint64_t hash) const {
    ONYX_ASSERT(entries_.size() >= kBucket && entries_.size() % kBucket == 0);
    return static_cast<std::size_t>(((hash >> 32) * (entries_.size() / kBucket)) >> 32) * kBucket;
  }
  /// Returns the first unused entry of the bucket, or else the entry with the least worth.
  Entry& room_in(std::size_t bucket) {
    ONYX_ASSERT(bucket % kBucket == 0 && bucket + kBucket <= entries_.size());
    Entry* least = &entries_[bucket];
    for (std::size_t i = bucket; i < bucket + kBucket; ++i) {
      if (!is_used(entries_[i])) return entries_[i];
      if (entries_[i].knowledge.worth() < least->knowledge.worth()) least = &entries_[i];
    }
    return *least;
  }

  BigArray<Entry> entries_;
  std::size_t most_entries_;
  std::atomic<std::size_t> used_{0};
  mutable std::unique_ptr<std::array<std::atomic_flag, kStripes>> stripes_;
};

}  // namespace onyx::proof_number
