// Messages between the ranks of a tier, except the questions of a sweep. All ranks call these
// functions together. Slices are sent packed (packed_slice.h): each rank packs the blocks that
// begin in its chunks, and unpacks only its own part.
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "solver/engine/tier/distributed/peers.h"
#include "solver/engine/tier/distributed/split.h"
#include "solver/engine/tier/packed_slice.h"

namespace onyx {

/// Sends the value of rank 0 to all other ranks.
template <class T>
void broadcast(Peers& peers, T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  peers.broadcast(&value, sizeof(T));
}
template <class T>
void broadcast(Peers& peers, std::vector<T>& values) {
  std::uint64_t count = values.size();
  broadcast(peers, count);
  values.resize(count);
  if (count > 0) peers.broadcast(values.data(), count * sizeof(T));
}

void broadcast(Peers& peers, PackedSlice& slice);

/// Returns the rank's part, in the order of SplitSlice. If `slice` belongs to a symmetric image of
/// the tier, `to_image` maps the tier to that image, and the whole slice is unpacked temporarily;
/// otherwise `to_image` is null. Throws Damage.
BigArray<tier::Known> unpacked_part(const TierSplit& split, int rank,
                                    const std::array<int, 4>& corners, const PackedSlice& slice,
                                    const CellSymmetry* to_image, Threads threads);

/// Returns the whole slice on rank 0, an empty slice on other ranks. `own` is the caller's part.
PackedSlice packed_together(Peers& peers, const TierSplit& split, const std::array<int, 4>& corners,
                            const BigArray<tier::Known>& own, Threads threads);

}  // namespace onyx
