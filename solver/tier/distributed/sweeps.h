// The sweeps of a tier that is distributed over ranks (split.h), as one of them does its part.
//
// The groups of blocks are swept in the order of TierSolver (tier_solver.h), and no block of a
// group reads another of the same group. A rank answers what others ask for a group only when it
// has swept all groups before and none behind. So each block is decided from just what it would be
// decided from in one memory: not only the result is the same for any number of ranks, but every
// sweep.
//
// Of each group a rank sweeps the blocks that read nothing of others while its first questions are
// on their way; then the others in batches, while the questions of the next batch are. What is
// exchanged is what open blocks read: 4 bytes for a question and 64 for an answer. Groups in which
// no rank has open blocks that read others' need no messages.
//
// Memory: a batch has at most 2^15 blocks (kBatch), with some 2 questions for each empty cell of
// the chunks' digits and as many for captures. Two batches are under way at a time, and others have
// as many questions to this rank: with 10 questions to a block these are 90 MB (kExchangeBytes).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "solver/tier/distributed/part.h"
#include "solver/tier/distributed/peers.h"

namespace onyx {

class PartSweeps {
 public:
  /// What the exchange of a rank takes of memory, about.
  static constexpr double kExchangeBytes = 4.0 * (1 << 15) * 10 * (4 + sizeof(tier::Known));

  static constexpr std::size_t kBatch = std::size_t{1} << 15;

  /// `batch`: blocks in one, at most; the same on all ranks.
  PartSweeps(TierPart& part, Peers& peers, std::size_t batch = kBatch);

  /// Sweeps until no rank decides anything more; false if should_stop() was true on some rank. It
  /// is asked at each group, and the ranks agree at the end of a sweep.
  bool run(const ShouldStop& should_stop);

  int count() const { return count_; }
  /// Blocks swept, by this rank.
  std::uint64_t visits() const { return visits_; }
  /// Seconds on the clock that this rank waited for others.
  double waited() const { return waited_; }

 private:
  /// Blocks that one thread takes at a time, and where the answers for them begin, by rank.
  struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<tier::Question> questions;
    std::vector<std::size_t> first_answer;
  };
  using Batch = std::vector<Piece>;

  void sort_places();
  std::vector<std::uint64_t> rounds_by_group() const;
  void sweep_group(std::size_t group, std::uint64_t rounds);
  void sweep_local(std::size_t begin, std::size_t end);
  void ask(std::size_t begin, std::size_t end, Batch& batch);
  void sweep_batch(const Batch& batch);
  void forget_decided();

  TierPart& part_;
  Peers& peers_;
  const std::size_t batch_;
  const tier::Part view_;
  const Peers::Answer answer_;
  std::vector<tier::BlockPlace> places_;  ///< Of open blocks.
  /// By group: where its places begin that read nothing of others, and where the others do. And one
  /// more.
  std::vector<std::size_t> begin_;
  std::vector<std::uint8_t> is_open_;
  Batch batches_[2];
  std::atomic<bool> has_changed_{false};
  int count_ = 0;
  std::uint64_t visits_ = 0;
  double waited_ = 0;
};

}  // namespace onyx
