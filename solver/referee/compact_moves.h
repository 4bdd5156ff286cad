// The strategies of compact certificates of version 3: moves, in the order of a walk through all
// play under them. compact_check.cpp says what is accepted, and why.
#pragma once

#include <vector>

#include "solver/referee/compact_claim.h"
#include "solver/referee/compact_file.h"
#include "solver/referee/position_table.h"
#include "solver/referee/short_win.h"

namespace onyx::referee::compact {

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
    if (claim_.side != owner_) {
      stack_.push_back(frame_after(claim_.start, nullptr));
    } else if (!threats_of(board_, claim_.start, owner_).any()) {
      arrive(claim_.start);
    }
    while (!stack_.empty()) step();
    if (next_block_ < blocks_.size() || at_ < moves_.size()) {
      reject("it has more moves than there are positions");
    }
  }

 private:
  struct Met {
    bool is_open;  // what comes after it is still walked through
  };
  using Table = PositionTable<N, Met>;

  // The position after a move of the owner's.
  struct Frame {
    Stones<N> after;
    AfterReplies<N> answers;
    Set<N> replies;                // not yet looked at
    typename Table::Item* before;  // the position before the move; null at the start
  };

  Frame frame_after(const Stones<N>& after, typename Table::Item* before) const {
    const Set<N> replies = claim_.replies_in(after, opponent_of(owner_));
    return {after, AfterReplies<N>(board_, after, owner_), replies, before};
  }

  void step() {
    Frame& frame = stack_.back();
    if (!frame.replies.any()) {
      if (frame.before != nullptr) frame.before->known.is_open = false;
      stack_.pop_back();
      return;
    }
    const std::size_t reply = frame.replies.take_first();
    const Stones<N> next = board_.after(frame.after, opponent_of(owner_), reply);
    if (!frame.answers.connects(reply, next)) arrive(next);
  }

  // At a position with the owner to move, where he does not connect at once.
  void arrive(const Stones<N>& stones) {
    if (const auto* const item = met_.find(stones)) {
      if (claim_.must_end && item->known.is_open) {
        reject("play comes back to " + claim_.text(stones, owner_));
      }
      return;
    }
    if (has_fork(board_, stones, owner_)) return;
    const std::size_t move = next_move(stones);
    if (move >= board_.places || !board_.moves(stones).has(move)) {
      reject("the move in " + claim_.text(stones, owner_) + " is not legal");
    }
    auto& item = met_.add(stones, {true});
    stack_.push_back(frame_after(board_.after(stones, owner_, move), &item));
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
    const std::uint64_t used = met_.size() * Table::kBytes + stack_.size() * sizeof(Frame);
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
  Table met_;
  std::vector<Frame> stack_;
};

}  // namespace onyx::referee::compact
