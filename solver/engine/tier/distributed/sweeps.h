// One rank's work in the sweeps of a tier that is distributed over ranks (split.h).
//
// The groups of blocks are swept in TierSolver's order (tier_solver.h). A rank answers questions
// for a group only when it has swept all earlier groups and no later group. So every sweep decides
// the same colourings, whatever the number of ranks.
//
// In each group a rank first sweeps the blocks that read nothing from other ranks. The other blocks
// follow in batches, while the questions of the next batch are on their way. A question takes 4
// bytes and an answer 64. Two batches at a time, in both directions, take about 90 MB.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "solver/engine/tier/distributed/part.h"
#include "solver/engine/tier/distributed/peers.h"

namespace onyx {

class PartSweeps {
 public:
  static constexpr double kExchangeBytes = 4.0 * (1 << 15) * 10 * (4 + sizeof(tier::Known));
  static constexpr std::size_t kBatch = std::size_t{1} << 15;

  /// `batch` is the maximum batch size in blocks; it must be the same on all ranks.
  PartSweeps(TierPart& part, Peers& peers, std::size_t batch = kBatch);

  /// Sweeps until a sweep decides nothing on any rank, then returns true. Calls should_stop() after
  /// each group; returns false at the end of the sweep if should_stop() returned true on any rank.
  bool run(const ShouldStop& should_stop);

  int count() const { return count_; }
  std::uint64_t visits() const { return visits_; }
  double waited() const { return waited_; }

 private:
  /// The blocks that a thread takes at a time, and the index of each rank's first answer for them.
  struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<tier::Question> questions;
    std::vector<std::size_t> first_answer;
  };
  using Batch = std::vector<Piece>;

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
  std::vector<tier::BlockPlace> places_;  ///< The open blocks.
  /// For each group, the beginning of its blocks without questions and of its blocks with
  /// questions; then the end.
  std::vector<std::size_t> begin_;
  std::vector<std::uint8_t> is_open_;
  Batch batches_[2];
  std::atomic<bool> has_changed_{false};
  int count_ = 0;
  std::uint64_t visits_ = 0;
  double waited_ = 0;
};

}  // namespace onyx
