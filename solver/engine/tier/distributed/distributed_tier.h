// A tier engine that spreads its table over the memory of several ranks (processes). Rank 0 has the
// board and the slice store, and runs the TierRun. The other ranks obey its orders: solve a tier
// (rank 0 sends TierTerms and slices), help to pack a slice, report drawn colourings. The results
// equal TierSolver's, bit for bit (sweeps.h).
//
// Each rank needs memory for TierPart and PartSweeps, two connection tables, its part of a slice,
// and the packed slice. For a slice of a symmetric image, it also needs the whole unpacked slice.
#pragma once

#include "solver/engine/tier/distributed/part.h"
#include "solver/engine/tier/distributed/peers.h"
#include "solver/engine/tier/distributed/sweeps.h"
#include "solver/engine/tier/tier_engine.h"

namespace onyx {

/// The cost of solving a tier, over all ranks.
struct TierCost {
  int sweeps = 0;
  double seconds = 0;                 ///< Elapsed time.
  double processor_seconds = 0;       ///< CPU time of all threads, including busy waiting.
  double waited_seconds = 0;          ///< Sum of the waiting times of all ranks.
  std::uint64_t visits = 0;           ///< Blocks swept.
  std::uint64_t questions = 0;        ///< Sides of blocks read from other ranks.
  std::uint64_t exchanged_bytes = 0;  ///< Questions and answers.
  std::uint64_t other_bytes = 0;      ///< TierTerms, and slices that the tier reads.
  double slice_seconds = 0;           ///< Elapsed time spent reading and handing down slices.
  std::uint64_t slice_bytes = 0;      ///< Packed size of these slices.
};

class DistributedTier final : public TierEngine {
 public:
  /// For rank 0 only. `batch` is for PartSweeps. Throws std::bad_alloc and std::length_error.
  DistributedTier(int cell_count, Peers& peers, Threads threads = Threads::all,
                  std::size_t batch = PartSweeps::kBatch);

  bool solve(const CellBoard& cells, const std::array<const ConnectionTable*, 2>& connections,
             SliceSource& slices, const ShouldStop& should_stop) override;
  CountsBySide counts() const override { return counts_; }
  void for_each_drawn(const VisitColouring& visit) const override;
  HandedDown handed_down(const std::array<int, 4>& corners, Player to_move) override;
  std::uint64_t bytes() const override { return part_.bytes(); }

  const TierSplit& split() const { return split_; }
  const std::vector<TierCost>& costs() const { return costs_; }
  /// Ends help_with_tiers() on the other ranks. No other function may be called afterwards.
  void finish();
  /// Whether an exception has left other ranks waiting in a call. If so, abort all ranks.
  bool is_broken() const { return is_broken_; }

 private:
  class Call;
  bool enter_slices(const CellBoard& cells, SliceSource& slices, const ShouldStop& should_stop,
                    TierCost& cost);

  const TierSplit split_;
  Peers& peers_;
  const Threads threads_;
  mutable TierPart part_;
  const std::size_t batch_;
  CountsBySide counts_;
  std::vector<TierCost> costs_;
  mutable bool is_broken_ = false;
};

/// Estimates each rank's memory in bytes for a tier of `cell_count` cells, without slices.
double distributed_tier_bytes(int cell_count, int ranks);

/// Obeys rank 0 until finish(); all other ranks must call this. Throws std::bad_alloc and
/// std::length_error.
void help_with_tiers(int cell_count, Peers& peers, Threads threads, const ShouldStop& should_stop,
                     std::size_t batch = PartSweeps::kBatch);

}  // namespace onyx
