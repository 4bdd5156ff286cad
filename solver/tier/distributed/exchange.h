// Slices on their way between rank 0, which has them whole, and the ranks that have parts of them
// (SplitSlice). Chunk by chunk, so that nothing is copied; all ranks call these together.
#pragma once

#include <array>

#include "solver/tier/distributed/peers.h"
#include "solver/tier/distributed/split.h"

namespace onyx {

/// Returns what this rank has of the slice. Rank 0 gives `whole`, the others nothing.
BigArray<tier::Known> hand_out(Peers& peers, const TierSplit& split,
                               const std::array<int, 4>& corners, const TierSlice* whole);

/// The way back: rank 0 gets `whole`.
void collect(Peers& peers, const TierSplit& split, const std::array<int, 4>& corners,
             const BigArray<tier::Known>& own, TierSlice* whole);

}  // namespace onyx
