// The tier engine in the memory of several ranks: rank 0 solves, the others help.
//
// Rank 0 alone knows the board, the store of slices, and what is asked of a tier (TierRun, as with
// a TierSolver). The others wait for its orders: to solve a tier, of which they get the terms and
// the slices, packed; to pack a slice together; to say what is drawn. Results are those of
// TierSolver, bit for bit (sweeps.h).
//
// Memory: of each rank what TierPart and PartSweeps say, two connection tables, its part of a
// slice, and the slice packed; where a symmetry leads to the tier that was solved, also all of it
// unpacked.
#pragma once

#include <memory>

#include "solver/tier/distributed/part.h"
#include "solver/tier/distributed/peers.h"
#include "solver/tier/distributed/sweeps.h"
#include "solver/tier/tier_engine.h"

namespace onyx {

/// What solving a tier took, all ranks together.
struct TierCost {
  int sweeps = 0;
  double seconds = 0;                 ///< On the clock.
  double processor_seconds = 0;       ///< Of all threads, also while they waited.
  double waited_seconds = 0;          ///< On the clock, added up over ranks.
  std::uint64_t visits = 0;           ///< Blocks swept.
  std::uint64_t questions = 0;        ///< Replies that were read of other ranks.
  std::uint64_t exchanged_bytes = 0;  ///< Questions and answers.
  std::uint64_t other_bytes = 0;      ///< Terms of the tier, and the slices that it reads.
  double slice_seconds = 0;           ///< On the clock, reading slices, and handing them down.
  std::uint64_t slice_bytes = 0;      ///< Of those slices, packed.
};

class DistributedTier final : public TierEngine {
 public:
  /// On rank 0. Throws std::bad_alloc, std::length_error.
  /// `batch`: as of PartSweeps.
  DistributedTier(int cell_count, Peers& peers, Threads threads = Threads::all,
                  std::size_t batch = PartSweeps::kBatch);
  ~DistributedTier() override;
  DistributedTier(const DistributedTier&) = delete;
  DistributedTier& operator=(const DistributedTier&) = delete;

  /// Where should_stop() of a helper is true, the same.
  bool solve(const CellBoard& cells, const std::array<const ConnectionTable*, 2>& connections,
             SliceSource& slices, const ShouldStop& should_stop) override;
  CountsBySide counts() const override { return counts_; }
  void for_each_drawn(
      const std::function<void(const Colouring&, Player to_move)>& visit) const override;
  HandedDown handed_down(const std::array<int, 4>& corners, Player to_move) override;
  std::uint64_t bytes() const override;

  const TierSplit& split() const;
  /// Of all tiers that were solved, in order.
  const std::vector<TierCost>& costs() const { return costs_; }
  /// Lets the helpers go. Nothing else may be called any more.
  void finish();
  /// Whether an exception has left a call in which the helpers wait for more, so that only ending
  /// the program on all ranks helps.
  bool is_broken() const { return is_broken_; }

 private:
  class Call;
  /// Returns false if stopped.
  bool enter_slices(const CellBoard& cells, SliceSource& slices, const ShouldStop& should_stop,
                    TierCost& cost);

  std::unique_ptr<TierSplit> split_;
  Peers& peers_;
  const Threads threads_;
  mutable TierPart part_;
  const std::size_t batch_;
  CountsBySide counts_;
  std::vector<TierCost> costs_;
  mutable bool is_broken_ = false;
};

/// Memory in bytes that a rank may take for a tier, but for slices; any number of cells is fine.
double distributed_tier_bytes(int cell_count, int ranks);

/// On all other ranks: does what rank 0 says, until it calls finish(). Throws std::bad_alloc,
/// std::length_error.
void help_with_tiers(int cell_count, Peers& peers, Threads threads, const ShouldStop& should_stop,
                     std::size_t batch = PartSweeps::kBatch);

}  // namespace onyx
