// A partition of the states of an exploration (explorer.h), and the messages between partitions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/base/local_table.h"
#include "solver/engine/graph/state_graph.h"

namespace onyx::exploration {

inline constexpr int kPartitionBits = 4;
inline constexpr std::size_t kMaxPartitions = std::size_t{1} << kPartitionBits;
inline constexpr int kLocalBits = 32 - kPartitionBits;
inline constexpr std::size_t kMaxLocalStates = (std::size_t{1} << kLocalBits) - 1;

inline StateId reference_to(std::size_t partition, std::size_t local) {
  ONYX_ASSERT(partition < kMaxPartitions && local < kMaxLocalStates);
  return static_cast<StateId>(partition << kLocalBits | local);
}

/// Never returns 0, because the table marks empty slots with 0.
inline std::uint32_t tag_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> (32 - kPartitionBits)) | 1;
}

/// A successor on its way to the partition that owns it. The lowest bit of `key` marks a leaf.
/// Later, absorb() replaces `key` with the local number of the state.
template <class Word>
struct Message {
  Word word;
  std::uint64_t key;
  static constexpr std::uint64_t kLeafBit = 1;
  static std::uint64_t mark(std::uint64_t key, bool is_leaf) {
    return (key & ~kLeafBit) | std::uint64_t{is_leaf};
  }
  bool is_leaf() const { return (key & kLeafBit) != 0; }
};

template <class Word>
struct Partition {
  BigArray<Word> words;               ///< Positions, indexed by local number.
  BigArray<std::uint16_t> row_sizes;  ///< Number of successors; 0 for a leaf, 1 before expansion.
  BigArray<StateId> targets;          ///< Successors of all states, encoded by reference_to().
  std::size_t expanded = 0;           ///< States below this number are expanded.
  LocalTable table;
  // Used only within a round:
  std::array<BigArray<Message<Word>>, kMaxPartitions> outbox;
  BigArray<std::uint8_t> routes;  ///< For each new successor, the partition that it was sent to.

  /// Reserves address space. With a low limit, uses small pages: half-used huge pages waste memory.
  void map(std::uint64_t byte_limit) {
    const Pages pages = byte_limit < (std::uint64_t{2} << 30) ? Pages::small : Pages::huge;
    const auto at_most = [&](std::size_t count, std::size_t size) {
      return static_cast<std::size_t>(std::min<std::uint64_t>(count, byte_limit / size + 1));
    };
    words.map(at_most(kMaxLocalStates, sizeof(Word)), pages);
    row_sizes.map(at_most(kMaxLocalStates, sizeof(std::uint16_t)), pages);
    targets.map(at_most(UINT32_MAX, sizeof(StateId)), pages);
  }

  std::uint64_t kept_bytes() const { return words.bytes() + row_sizes.bytes() + targets.bytes(); }
  std::uint64_t working_bytes() const {
    std::uint64_t bytes = table.bytes() + routes.bytes();
    for (const auto& messages : outbox) bytes += messages.bytes();
    return bytes;
  }
  void free_buffers() {
    for (auto& messages : outbox) messages = BigArray<Message<Word>>();
    routes = BigArray<std::uint8_t>();
  }

  /// Returns the local number of a position. Requires room in the table, and `slot` from
  /// table.find(tag). Appends `word` first, so the loop always finds a match; this saves branches.
  std::uint32_t find_or_add(const Word& word, bool is_leaf, std::uint32_t tag,
                            LocalTable::Slot slot) {
    ONYX_ASSERT(tag != 0 && words.size() == row_sizes.size());
    const auto fresh = static_cast<std::uint32_t>(words.size());
    words.push_back(word);
    row_sizes.push_back(is_leaf ? 0 : 1);
    std::uint32_t number = table.number_in(slot, fresh);
    while (!(words[number] == word)) {
      slot = table.find_next(tag, slot);
      number = table.number_in(slot, fresh);
    }
    if (number == fresh) table.set(slot, tag, number);
    const std::size_t size = fresh + (number == fresh ? 1U : 0U);
    words.resize(size);
    row_sizes.resize(size);
    return number;
  }
};

/// All messages to one partition, ordered by sender.
template <class Word>
class Inbox {
 public:
  Inbox(std::vector<Partition<Word>>& senders, std::size_t owner)
      : senders_(senders), owner_(owner) {
    for (const auto& sender : senders) count_ += sender.outbox[owner].size();
  }
  std::size_t count() const { return count_; }
  Message<Word>* take() {
    ONYX_ASSERT(sender_ < senders_.size());
    while (index_ == senders_[sender_].outbox[owner_].size()) {
      ++sender_;
      index_ = 0;
    }
    return &senders_[sender_].outbox[owner_][index_++];
  }

 private:
  std::vector<Partition<Word>>& senders_;
  std::size_t owner_;
  std::size_t count_ = 0;
  std::size_t sender_ = 0;
  std::size_t index_ = 0;
};

}  // namespace onyx::exploration
