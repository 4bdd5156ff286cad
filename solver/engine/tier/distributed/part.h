// One rank's part of a distributed tier (split.h): the table for the blocks of its chunks. Needs
// 217 bytes per block, plus memory for the exchange (sweeps.h).
#pragma once

#include <array>
#include <vector>

#include "solver/engine/tier/distributed/split.h"
#include "solver/engine/tier/tier_engine.h"

namespace onyx {

/// The data about a tier, except its slices, that all ranks need.
struct TierTerms {
  tier::Rules rules = {};
  std::vector<tier::Cross> crosses;
  std::array<std::vector<tier::Bits>, 2> connections;  ///< ConnectionTable::all() of V and of H.
};

class TierPart {
 public:
  TierPart(const TierSplit& split, int rank, Threads threads);
  TierPart(const TierPart&) = delete;

  void start(const TierTerms& terms);
  /// Enters the results of taking a midpoint. `entries` is the rank's part of the slice.
  void enter_slice(const std::array<int, 4>& corners, Player mover,
                   const BigArray<tier::Known>& entries);

  void answer(const std::uint32_t* questions, std::size_t count, tier::Known* answers) const;

  /// counts(), slice() and drawn() require a solved tier.
  CountsBySide counts() const;
  /// Returns the rank's part of the slice with `to_move` to move and the corners empty.
  BigArray<tier::Known> slice(const std::array<int, 4>& corners, Player to_move) const;
  struct Drawn {
    tier::BlockPlace place;
    tier::Bits side[2];
  };
  /// Returns the blocks of a group (PartOrder) with drawn colourings.
  std::vector<Drawn> drawn(std::size_t group) const;

  const tier::Rules& rules() const { return rules_; }
  tier::Part part() const;
  const PartOrder& order() const { return order_; }
  std::size_t rank_count() const { return static_cast<std::size_t>(split_.rank_count); }
  Threads threads() const { return threads_; }

  std::uint64_t bytes() const {
    return blocks_.bytes() + keeps_.bytes() + order_.places.size() * PartOrder::kBytes;
  }

 private:
  std::size_t index_of(const tier::BlockPlace& place) const {
    const std::int64_t shift = split_.chunks[place.block / split_.chunk_blocks].shift;
    return static_cast<std::size_t>(place.block - shift);
  }
  /// Calls visit(entry, block) in parallel; both are indices within the part.
  template <class Visit>
  void for_each_entry(const SplitSlice& slice, const Visit& visit) const {
    parallel_for_each_index(threads_, order_.places.size(), tier::kGrain, [&](std::size_t i) {
      const tier::BlockPlace& place = order_.places[i];
      if (slice.index().contains(place)) visit(slice.of_rank(place), index_of(place));
    });
  }

  const TierSplit& split_;
  const int rank_;
  const Threads threads_;
  const PartOrder order_;
  tier::Rules rules_ = {};
  BigArray<tier::Block> blocks_;
  BigArray<tier::Keep> keeps_;
};

}  // namespace onyx
