// The transposition table: what the search knows of positions, in as much memory as it is given.
// It starts small and doubles when it is half full, the last time to all the memory that it may
// have, so that small problems do not wait for memory.
//
// Keys are exact: an entry holds the whole packed position, with the attacker in a bit that no
// place uses (Question below), and a hash only picks its bucket of four. A full bucket loses the
// entry that cost the least work, where proved and disproved ones count eightfold; so what is new
// always finds room, and what was expensive stays. Entries are locked by stripes of buckets.
// Source: A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/packed_hash.h"
#include "solver/proof_number/numbers.h"

namespace onyx::proof_number {

/// "Does `attacker` force a win from here?", packed: the highest bit of V's stones, which is no
/// place, is set iff H attacks.
template <int W>
PackedPosition<W> pack_question(const Position<W>& position, Player attacker) {
  PackedPosition<W> packed = pack(position);
  if (attacker == Player::H) packed.words[W - 1] |= kSideBit;
  return packed;
}
template <int W>
Player attacker_of(const PackedPosition<W>& question) {
  return (question.words[W - 1] & kSideBit) != 0 ? Player::H : Player::V;
}
/// The question of the same position whether V does.
template <int W>
PackedPosition<W> about_v(PackedPosition<W> question) {
  question.words[W - 1] &= ~kSideBit;
  return question;
}
template <int W>
Position<W> position_of(const PackedPosition<W>& question) {
  return unpack(about_v(question));
}

/// Plies of a win that are not known, or as many.
inline constexpr std::uint16_t kPliesUnknown = 65'535;

/// Of the position before one that is won in `plies`.
inline std::uint16_t one_ply_more(std::uint16_t plies) {
  return plies == kPliesUnknown ? plies : static_cast<std::uint16_t>(plies + 1);
}

/// What is known of a question.
struct Knowledge {
  /// Whether it is settled, whatever the path: proved, or disproved because the defender wins.
  bool is_settled() const { return numbers.is_solved() && plies > 0; }

  Numbers numbers;
  /// If solved: the winner wins in so many plies at most, unless kPliesUnknown. 0 for a disproof
  /// that rests on a repetition, and so says little: see searcher.h.
  std::uint16_t plies = 0;
  /// The best move found, by the player to move: the one that solves it, if it is solved by one.
  Place move = 0;
  /// Positions expanded for it.
  std::uint32_t work = 0;
};

/// Thrown where the table has lost again what was just found, and more memory would help.
struct TableTooSmall : std::runtime_error {
  TableTooSmall()
      : std::runtime_error("the table is too small to keep a proof together; give it more memory") {
  }
};

template <int W>
class ProofTable {
 public:
  struct Entry {
    PackedPosition<W> question;
    Knowledge knowledge;
  };
  static constexpr std::size_t kBucket = 4;

  /// A table of at most `bytes` bytes, but not less than one bucket. Throws std::bad_alloc.
  explicit ProofTable(std::uint64_t bytes);

  /// Whether it is half full and may grow.
  bool wants_to_grow() const { return 2 * used() > capacity() && capacity() < most_entries_; }
  /// Doubles it, in place, or grows to what it may. Not while others use it; it must want to.
  void grow();

  /// From now on it keeps its size: what it might have grown to is for something else.
  void keep_size() { most_entries_ = capacity(); }

  /// Grows until it can take so many entries, or as far as it may.
  void reserve(std::uint64_t entries) {
    while (2 * entries > capacity() && capacity() < most_entries_) grow();
  }

  /// Nothing if it is not in the table. Thread-safe, as are the next two.
  std::optional<Knowledge> find(const PackedPosition<W>& question, std::uint64_t hash) const;
  /// What is settled stays, and what is solved is replaced only by what settles it. Work adds up.
  void store(const PackedPosition<W>& question, std::uint64_t hash, const Knowledge& knowledge);
  /// Brings the bucket into the cache.
  void prefetch(std::uint64_t hash) const;

  /// Not while others use it; nor the next one.
  void clear();
  /// Forgets what is not solved.
  void keep_solved();

  std::size_t capacity() const { return entries_.size(); }
  /// What it takes now.
  std::uint64_t bytes() const { return entries_.bytes(); }
  /// What it may grow to.
  std::size_t most_entries() const { return most_entries_; }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

  /// Calls visit(entry) for each used entry. Not while others use the table.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Entry& entry : entries_) {
      if (is_used(entry)) visit(entry);
    }
  }

 private:
  static constexpr std::size_t kStripes = 1 << 12;

  class Lock;

  /// An unused entry holds numbers that no question has.
  static bool is_used(const Entry& entry) {
    return entry.knowledge.numbers.proof + entry.knowledge.numbers.disproof != 0;
  }
  std::size_t bucket_of(std::uint64_t hash) const {
    ONYX_ASSERT(entries_.size() >= kBucket && entries_.size() % kBucket == 0);
    return static_cast<std::size_t>(((hash >> 32) * (entries_.size() / kBucket)) >> 32) * kBucket;
  }
  /// Where a new entry of a bucket goes: the first unused one, else the one that is worth least.
  Entry& room_in(std::size_t bucket);

  BigArray<Entry> entries_;
  std::size_t most_entries_;
  std::atomic<std::size_t> used_{0};
  mutable std::unique_ptr<std::array<std::atomic_flag, kStripes>> stripes_;
};

}  // namespace onyx::proof_number
