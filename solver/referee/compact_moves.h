// Checks one strategy of a compact certificate by walking through all play under the strategy.
#pragma once

#include <utility>
#include <vector>

#include "solver/referee/compact_claim.h"
#include "solver/referee/compact_file.h"
#include "solver/referee/compact_guesses.h"
#include "solver/referee/position_table.h"
#include "solver/referee/short_win.h"

namespace onyx::referee::compact {

template <int N>
class MovesCheck {
 public:
  MovesCheck(Claim<N>& claim, char owner, const std::vector<Block>& blocks)
      : claim_(claim), board_(claim.board), owner_(owner), moves_(board_, claim.file, blocks) {
    for (const Block& block : blocks) count_ += block.moves;
    claim_.steps += count_;
  }

  void check() {
    if (claim_.side != owner_) {
      open(claim_.start, nullptr);
    } else if (!wins_within_three(board_, claim_.start, owner_)) {
      arrive(claim_.start,
             next_move(claim_.start, GuessedMoves<N>::kNoPlace, GuessedMoves<N>::kNoPlace));
    }
    while (!stack_.empty()) step();
    if (moves_.has_more()) reject("it has more moves than there are positions");
  }

 private:
  struct Met {
    bool is_open;  // the walk is still below this position
  };
  using Table = PositionTable<N, Met>;

  // The position after a move of the owner.
  struct Frame {
    Stones<N> after;
    Set<N> replies;                // not yet visited; each needs a move by the owner
    typename Table::Item* before;  // the position before the move; null at the start
    std::size_t answer = GuessedMoves<N>::kNoPlace;  // the owner's answer to the last reply
  };

  void open(const Stones<N>& after, typename Table::Item* before) {
    const char opponent = opponent_of(owner_);
    const AfterReplies<N> answers(board_, after, owner_);
    // Handles all replies together, so that the table look-ups after them overlap.
    next_.clear();
    for (Set<N> replies = claim_.replies_in(after, opponent); replies.any();) {
      const std::size_t reply = replies.take_first();
      const Stones<N> next = board_.after(after, opponent, reply);
      if (!answers.connects(reply, next)) next_.push_back({reply, next});
    }
    for (const auto& [reply, next] : next_) met_.prefetch_slot(next);
    for (const auto& [reply, next] : next_) met_.prefetch_item(next);
    Set<N> replies;
    for (const auto& [reply, next] : next_) {
      if (!is_met(next) && !has_fork(board_, next, owner_)) replies.add(reply);
    }
    stack_.push_back({after, replies, before});
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
    if (is_met(next)) return;  // visited since the replies were collected
    const std::size_t answer = frame.answer;
    frame.answer = next_move(next, reply, answer);
    arrive(next, frame.answer);
  }

  bool is_met(const Stones<N>& stones) {
    const auto* const item = met_.find(stones);
    if (item != nullptr && claim_.must_end && item->known.is_open) {
      reject("play comes back to " + claim_.text(stones, owner_));
    }
    return item != nullptr;
  }

  // Called at the first visit to a position that needs a move of the owner.
  void arrive(const Stones<N>& stones, std::size_t move) {
    if (move >= board_.places || !board_.moves(stones).has(move)) {
      reject("the move in " + claim_.text(stones, owner_) + " is not legal");
    }
    if (claim_.answers) claim_.answers->add(stones, owner_, move);
    auto& item = met_.add(stones, {true});
    open(board_.after(stones, owner_, move), &item);
    keep_to_limits();
  }

  std::size_t next_move(const Stones<N>& stones, std::size_t reply, std::size_t answer) {
    if (!moves_.has_more()) reject("no move is left for " + claim_.text(stones, owner_));
    return moves_.next(stones, owner_, reply, answer);
  }

  void keep_to_limits() {
    end_if_interrupted(claim_.watch);
    const std::uint64_t used = met_.size() * Table::kBytes + stack_.size() * sizeof(Frame);
    if (used + moves_.bytes() > claim_.watch.memory) {
      throw NeedsMemory(count_ * (used / met_.size() + 1) + moves_.bytes_for(count_));
    }
    constexpr std::uint64_t kBetween = 1024;
    if (met_.size() % kBetween == 0) claim_.are_done(kBetween);
  }

  Claim<N>& claim_;
  const Board<N>& board_;
  const char owner_;
  GuessedMoves<N> moves_;
  std::uint64_t count_ = 0;  // number of moves in all blocks
  Table met_;
  std::vector<Frame> stack_;
  // The replies after which the owner cannot connect at once, and the positions after them.
  std::vector<std::pair<std::size_t, Stones<N>>> next_;
};

}  // namespace onyx::referee::compact
