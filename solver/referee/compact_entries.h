// The strategies of compact certificates of versions 1 and 2: entries with ranks, each of which is
// looked at by itself. compact_check.cpp says what is accepted, and why.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "solver/referee/compact_claim.h"
#include "solver/referee/compact_file.h"
#include "solver/referee/position_table.h"
#include "solver/referee/short_win.h"

namespace onyx::referee::compact {

// More memory for a part helps little.
inline constexpr std::uint64_t kMostUseful = std::uint64_t{4} << 30;

// Runs the action for each number below count, on all threads. A rejection that is met leaves it;
// of several, that of the least number. (Exceptions of other kinds TBB passes on.)
template <typename Action>
void for_all(std::size_t count, const Action& action) {
  std::mutex mutex;
  std::atomic<std::size_t> first = count;  // of the rejections
  std::string reason;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end() && i < first; ++i) {
      try {
        action(i);
      } catch (const Rejected& rejected) {
        const std::lock_guard lock(mutex);
        if (i < first) {
          first = i;
          reason = rejected.reason;
        }
      }
    }
  });
  if (first < count) reject(reason);
}

// What is kept of an entry beside its position.
struct Ranked {
  std::uint16_t rank;
  std::uint16_t is_reached = 0;

  void reach() { std::atomic_ref<std::uint16_t>(is_reached).store(1, std::memory_order_relaxed); }
};

// As many of the entries as fit into memory.
template <int N>
using Part = PositionTable<N, Ranked>;

template <int N>
class EntriesCheck {
 public:
  // The blocks must outlive it.
  EntriesCheck(Claim<N>& claim, char owner, const std::vector<Block>& blocks)
      : claim_(claim),
        file_(claim.file),
        watch_(claim.watch),
        board_(claim.board),
        owner_(owner),
        must_end_(claim.must_end),
        is_brief_(claim.version == '2'),
        blocks_(blocks),
        ends_(ends_of_parts()) {
    claim_.steps += (1 + ends_.size()) * blocks_.size();
  }

  void check() {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      Part<N> part;
      load(begin, end, part);
      check_part(part, begin == 0, end);
      begin = end;
    }
  }

 private:
  // Blocks that are unpacked at a time, so that no thread waits for long.
  static std::size_t blocks_at_once() {
    return 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  }

  // Where the blocks of each part end: as many as fit into the memory, one at least. Of no blocks
  // there is one part, which is empty.
  std::vector<std::size_t> ends_of_parts() const {
    const std::uint64_t unpacking = blocks_at_once() * kMostInBlock * 2 * sizeof(Entry<N>);
    const std::uint64_t memory = std::min(watch_.memory, kMostUseful);
    const std::uint64_t for_part = memory - std::min(memory / 2, unpacking);
    const std::uint64_t most = std::min<std::uint64_t>(for_part / Part<N>::kBytes, UINT32_MAX / 2);
    std::vector<std::size_t> ends;
    if (blocks_.empty()) ends.push_back(0);
    for (std::size_t end = 0; end < blocks_.size();) {
      std::uint64_t entries = blocks_[end++].entries;
      while (end < blocks_.size() && entries + blocks_[end].entries <= most) {
        entries += blocks_[end++].entries;
      }
      ends.push_back(end);
    }
    return ends;
  }

  // Adds the entries of some blocks to the part. None is added before all those in front of it have
  // been found good.
  void load(std::size_t begin, std::size_t end, Part<N>& part) {
    std::vector<std::vector<Entry<N>>> blocks(std::min(blocks_at_once(), end - begin));
    while (begin < end) {
      blocks.resize(std::min(blocks.size(), end - begin));
      for_all(blocks.size(), [&](std::size_t i) {
        end_if_interrupted(watch_);
        blocks[i] = read_entries<N>(file_, blocks_[begin + i], words_of(board_));
        for (std::size_t k = 0; k < blocks[i].size(); ++k) {
          if (k % 1024 == 0) end_if_interrupted(watch_);
          check_entry(blocks[i][k]);
        }
        claim_.are_done(1);
      });
      for (const std::vector<Entry<N>>& block : blocks) {
        for (const Entry<N>& entry : block) {
          if (last_ && !before(*last_, entry.stones)) reject("the entries are not in order");
          last_ = entry.stones;
          if (claim_.answers) claim_.answers->add(entry.stones, owner_, entry.move);
          part.add(entry.stones, {entry.rank});
        }
      }
      begin += blocks.size();
    }
  }

  // What an entry must be by itself.
  void check_entry(const Entry<N>& entry) const {
    const auto& [v, h] = entry.stones.of;
    if (v.both(h).any() || v.with(h).without(board_.all).any()) {
      reject("an entry with stones where they cannot be");
    }
    const auto name = [&] { return "entry " + claim_.text(entry.stones, owner_) + ": "; };
    if (board_.has_cross(entry.stones)) reject(name() + "there is a cross");
    if (board_.connected(entry.stones, 'V') || board_.connected(entry.stones, 'H')) {
      reject(name() + "the game is over");
    }
    if (entry.move >= board_.places || !board_.moves(entry.stones).has(entry.move)) {
      reject(name() + "its move is not legal");
    }
    if (is_brief_ && wins_within_three(board_, entry.stones, owner_)) {
      reject("spare entry " + claim_.text(entry.stones, owner_) + ": it wins within three plies");
    }
  }

  // Streams all entries past those of the part, which ends where block `end` begins. To it belong
  // all positions from its first on, whether there are entries for them or not, up to the next
  // part.
  void check_part(Part<N>& part, bool is_first, std::size_t end) {
    std::optional<Stones<N>> first;
    if (!is_first) first = part[0].stones;
    std::optional<Stones<N>> next;
    if (end < blocks_.size()) {
      next = read_entries<N>(file_, blocks_[end], words_of(board_)).front().stones;
    }
    const auto belongs = [&](const Stones<N>& stones) {
      return (!first || !before(stones, *first)) && (!next || before(stones, *next));
    };
    begin_at_start(part, belongs);
    for_all(blocks_.size(), [&](std::size_t i) {
      const auto entries = read_entries<N>(file_, blocks_[i], words_of(board_));
      for (std::size_t k = 0; k < entries.size(); ++k) {
        if (k % 1024 == 0) end_if_interrupted(watch_);
        follow(entries[k], part, belongs);
      }
      claim_.are_done(1);
    });
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part[i].known.is_reached == 0)
        reject("spare entry " + claim_.text(part[i].stones, owner_));
    }
  }

  template <typename Belongs>
  void begin_at_start(Part<N>& part, const Belongs& belongs) {
    const auto begin = [&](const Stones<N>& stones) {
      if (!belongs(stones)) return;
      auto* const item = find(part, stones);
      if (item == nullptr) return;
      if (!must_end_ && item->known.rank != 0) {
        reject("entry " + claim_.text(stones, owner_) + " begins the play, and its rank is not 0");
      }
      item->known.reach();
    };
    if (claim_.side == owner_) return begin(claim_.start);
    for_each_reply(claim_.start, [&](std::size_t, const Stones<N>& next) { begin(next); });
  }

  // Everything after an entry's move, as far as the part has it.
  template <typename Belongs>
  void follow(const Entry<N>& entry, Part<N>& part, const Belongs& belongs) {
    // That it is unfinished and the move legal was, or will be, checked when it is in the part.
    if (entry.move >= board_.places) reject("a move to no place");
    const Stones<N> after = board_.after(entry.stones, owner_, entry.move);
    if (board_.connected(after, owner_)) return;
    const AfterReplies<N> replies(board_, after, owner_);
    for_each_reply(after, [&](std::size_t reply, const Stones<N>& next) {
      if (is_brief_ && replies.connects(reply, next)) return;
      if (!belongs(next)) return;
      auto* const item = find(part, next);
      if (item == nullptr) return;
      if (must_end_ && !is_nearer_the_end(*item, entry)) {
        reject("entry " + claim_.text(entry.stones, owner_) + ": no less rank in " +
               claim_.text(next, owner_));
      }
      if (must_end_ || item->known.rank == entry.rank + 1) item->known.reach();
    });
  }

  bool is_nearer_the_end(const typename Part<N>::Item& item, const Entry<N>& from) const {
    const std::uint16_t rank = item.known.rank;
    if (rank != from.rank || !is_brief_) return rank < from.rank;
    const auto count = [](const Stones<N>& stones) {
      return stones.of[0].count() + stones.of[1].count();
    };
    return count(item.stones) > count(from.stones);
  }

  // Null where there need be none.
  typename Part<N>::Item* find(Part<N>& part, const Stones<N>& stones) const {
    auto* const item = part.find(stones);
    if (item == nullptr && !(is_brief_ && wins_within_three(board_, stones, owner_))) {
      reject("missing entry " + claim_.text(stones, owner_));
    }
    return item;
  }

  // All positions after a move of the opponent, who must not connect, and his moves.
  template <typename Action>
  void for_each_reply(const Stones<N>& stones, const Action& action) const {
    const char opponent = opponent_of(owner_);
    Set<N> moves = claim_.replies_in(stones, opponent);
    while (moves.any()) {
      const std::size_t move = moves.take_first();
      action(move, board_.after(stones, opponent, move));
    }
  }

  Claim<N>& claim_;
  const File& file_;
  const Watch& watch_;
  const Board<N>& board_;
  const char owner_;
  const bool must_end_;
  const bool is_brief_;
  const std::vector<Block>& blocks_;
  const std::vector<std::size_t> ends_;  // of the parts
  std::optional<Stones<N>> last_;        // of the entries that were loaded
};

}  // namespace onyx::referee::compact
