// What goes between rank 0 and the others beside the questions of a sweep; all ranks call these
// together.
//
// Slices go packed (packed_slice.h), a fiftieth of what they are in memory. All ranks pack, each
// the blocks that begin in its chunks, and all unpack, each what it has a part of; rank 0 only
// passes on what is packed.
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "solver/tier/distributed/peers.h"
#include "solver/tier/distributed/split.h"
#include "solver/tier/packed_slice.h"

namespace onyx {

/// Rank 0 gives a value, and the others get it.
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

/// Rank 0 gives a slice, and the others get it.
void broadcast(Peers& peers, PackedSlice& slice);

/// What a rank has of a slice, in the order of SplitSlice. `to_image`: if `slice` is that of the
/// image of the tier under a symmetry; then it is unpacked whole on the way. Throws Damage.
BigArray<tier::Known> unpacked_part(const TierSplit& split, int rank,
                                    const std::array<int, 4>& corners, const PackedSlice& slice,
                                    const CellSymmetry* to_image, Threads threads);

/// Rank 0 gets the slice of which each rank has `own`; the others get nothing.
PackedSlice packed_together(Peers& peers, const TierSplit& split, const std::array<int, 4>& corners,
                            const BigArray<tier::Known>& own, Threads threads);

}  // namespace onyx
