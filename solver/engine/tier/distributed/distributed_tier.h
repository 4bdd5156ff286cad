// The tier engine in the memory of several ranks. Rank 0 knows the board and the store of slices,
// and runs the TierRun, as with a TierSolver. The other ranks follow its orders: to solve a tier,
// with terms and packed slices from rank 0; to join in packing a slice; to report drawn colourings.
// The results equal TierSolver's, bit for bit (sweeps.h).
//
// Memory of each rank: that of TierPart and PartSweeps, two connection tables, its part of a slice,
// and the packed slice; for a slice of a symmetric image, the whole unpacked slice, too.
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
  double processor_seconds = 0;       ///< Over all threads, including busy waiting.
  double waited_seconds = 0;          ///< Elapsed time of waiting, added up over ranks.
  std::uint64_t visits = 0;           ///< Blocks swept.
  std::uint64_t questions = 0;        ///< Replies that were read from other ranks.
  std::uint64_t exchanged_bytes = 0;  ///< Questions and answers.
  std::uint64_t other_bytes = 0;      ///< Terms of the tier, and the slices that it reads.
  double slice_seconds = 0;           ///< Elapsed time of reading and handing down slices.
  std::uint64_t slice_bytes = 0;      ///< Bytes of these slices, packed.
};

class DistributedTier final : public TierEngine {
 public:
  /// Only rank 0 has one. `batch` as for PartSweeps. Throws std::bad_alloc, std::length_error.
  DistributedTier(int cell_count, Peers& peers, Threads threads = Threads::all,
                  std::size_t batch = PartSweeps::kBatch);
  DistributedTier(const DistributedTier&) = delete;
  DistributedTier& operator=(const DistributedTier&) = delete;

  bool solve(const CellBoard& cells, const std::array<const ConnectionTable*, 2>& connections,
             SliceSource& slices, const ShouldStop& should_stop) override;
  CountsBySide counts() const override { return counts_; }
  void for_each_drawn(const VisitColouring& visit) const override;
  HandedDown handed_down(const std::array<int, 4>& corners, Player to_move) override;
  std::uint64_t bytes() const override { return part_.bytes(); }

  const TierSplit& split() const { return split_; }
  const std::vector<TierCost>& costs() const { return costs_; }
  /// Releases the helpers. No other function may be called afterwards.
  void finish();
  /// Whether an exception has ended a call for which helpers wait; then all ranks must be ended.
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

/// The memory for a tier of any number of cells, without slices.
double distributed_tier_bytes(int cell_count, int ranks);

/// For all other ranks: follows rank 0 until finish(). Throws std::bad_alloc, std::length_error.
void help_with_tiers(int cell_count, Peers& peers, Threads threads, const ShouldStop& should_stop,
                     std::size_t batch = PartSweeps::kBatch);

}  // namespace onyx
