// The strategies of compact certificates of version 3: moves, in the order of a walk through all
// play under them. compact_check.cpp says what is accepted, and why.
#pragma once

#include <deque>
#include <optional>

#include "solver/referee/compact_claim.h"
#include "solver/referee/compact_file.h"
#include "solver/referee/secret_hash.h"
#include "solver/referee/short_win.h"

namespace onyx::referee::compact {

// Positions, each with a number by the order in which they came. Memory grows with them.
template <int N>
class Met {
 public:
  std::size_t size() const { return items_.size(); }

  std::optional<std::uint32_t> find(const Stones<N>& stones) const {
    for (std::uint32_t i = first_[slot_of(stones)]; i != 0; i = items_[i - 1].next) {
      if (items_[i - 1].stones == stones) return i - 1;
    }
    return std::nullopt;
  }
  // One that is not there.
  std::uint32_t add(const Stones<N>& stones) {
    if (items_.size() == first_.size()) grow();
    items_.push_back({stones, 0});
    link(static_cast<std::uint32_t>(items_.size()));
    return static_cast<std::uint32_t>(items_.size() - 1);
  }

 private:
  struct Item {
    Stones<N> stones;
    std::uint32_t next;  // of the same hash: its number and 1; 0 for none
  };

 public:
  // For each position, at most: while the slots grow, there are three for it.
  static constexpr std::size_t kBytes = sizeof(Item) + 3 * sizeof(std::uint32_t);

 private:
  std::size_t slot_of(const Stones<N>& stones) const {
    return std::uint64_t{hash_(stones)} * first_.size() >> 32;
  }
  void link(std::uint32_t number_and_one) {
    Item& item = items_[number_and_one - 1];
    std::uint32_t& first = first_[slot_of(item.stones)];
    item.next = first;
    first = number_and_one;
  }
  void grow() {
    first_.assign(2 * first_.size(), 0);
    for (std::uint32_t i = 1; i <= items_.size(); ++i) link(i);
  }

  SecretHash<N> hash_;
  std::deque<Item> items_;
  std::vector<std::uint32_t> first_ = std::vector<std::uint32_t>(1 << 10);  // by hash, as `next`
};

template <int N>
class MovesCheck {
 public:
  // The blocks must outlive it.
  MovesCheck(Claim<N>& claim, char owner, const std::vector<Block>& blocks)
      : claim_(claim), board_(claim.board), owner_(owner), blocks_(blocks) {
    for (const Block& block : blocks_) count_ += block.entries;
    claim_.steps += count_;
  }

  void check() {
    if (claim_.side == owner_) {
      arrive(claim_.start);
    } else {
      stack_.push_back(frame_after(claim_.start, kNone));
    }
    while (!stack_.empty()) step();
    if (next_block_ < blocks_.size() || at_ < moves_.size()) {
      reject("it has more moves than there are positions");
    }
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The position after a move of the owner's.
  struct Frame {
    Stones<N> after;
    AfterReplies<N> answers;
    Set<N> replies;        // not yet looked at
    std::uint32_t number;  // of the position before the move
  };

  Frame frame_after(const Stones<N>& after, std::uint32_t number) const {
    const Set<N> replies = claim_.replies_in(after, opponent_of(owner_));
    return {after, AfterReplies<N>(board_, after, owner_), replies, number};
  }

  void step() {
    Frame& frame = stack_.back();
    if (!frame.replies.any()) {
      if (frame.number != kNone) is_open_[frame.number] = false;
      stack_.pop_back();
      return;
    }
    const std::size_t reply = frame.replies.take_first();
    const Stones<N> next = board_.after(frame.after, opponent_of(owner_), reply);
    if (!frame.answers.connects(reply, next)) arrive(next);
  }

  // At a position with the owner to move.
  void arrive(const Stones<N>& stones) {
    if (const auto number = met_.find(stones)) {
      if (claim_.must_end && is_open_[*number]) {
        reject("play comes back to " + claim_.text(stones, owner_));
      }
      return;
    }
    if (wins_within_three(board_, stones, owner_)) return;
    const std::size_t move = next_move(stones);
    if (move >= board_.places || !board_.moves(stones).has(move)) {
      reject("the move in " + claim_.text(stones, owner_) + " is not legal");
    }
    const std::uint32_t number = met_.add(stones);
    is_open_.push_back(true);
    // He does not connect, or it would have been a win within three plies.
    stack_.push_back(frame_after(board_.after(stones, owner_, move), number));
    keep_to_limits();
  }

  std::size_t next_move(const Stones<N>& stones) {
    if (at_ == moves_.size()) {
      if (next_block_ == blocks_.size()) {
        reject("no move is left for " + claim_.text(stones, owner_));
      }
      moves_ = read_moves(claim_.file, blocks_[next_block_++]);
      at_ = 0;
    }
    return moves_[at_++];
  }

  void keep_to_limits() {
    end_if_interrupted(claim_.watch);
    const std::uint64_t used = met_.size() * Met<N>::kBytes + stack_.size() * sizeof(Frame);
    if (used > claim_.watch.memory) throw NeedsMemory(count_ * (used / met_.size() + 1));
    constexpr std::uint64_t kBetween = 1024;
    if (met_.size() % kBetween == 0) claim_.are_done(kBetween);
  }

  Claim<N>& claim_;
  const Board<N>& board_;
  const char owner_;
  const std::vector<Block>& blocks_;
  std::uint64_t count_ = 0;  // moves in them
  std::size_t next_block_ = 0;
  std::vector<std::uint16_t> moves_;  // of the block before that
  std::size_t at_ = 0;                // the next of these
  Met<N> met_;
  std::vector<bool> is_open_;  // by number: what comes after it is still walked through
  std::vector<Frame> stack_;
};

}  // namespace onyx::referee::compact
