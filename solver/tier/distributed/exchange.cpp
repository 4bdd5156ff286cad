#include "solver/tier/distributed/exchange.h"

#include <cstring>

namespace onyx {

using tier::Known;

BigArray<Known> hand_out(Peers& peers, const TierSplit& split, const std::array<int, 4>& corners,
                         const TierSlice* whole) {
  const SplitSlice slice(split, corners);
  BigArray<Known> own;
  own.resize(slice.count_of_rank(static_cast<std::size_t>(peers.rank())));
  for (std::size_t chunk = 0; chunk < split.chunk_count; ++chunk) {
    const std::size_t bytes = slice.count(chunk) * sizeof(Known);
    const auto owner = static_cast<int>(split.chunks[chunk].owner);
    if (bytes == 0) continue;
    if (whole != nullptr && owner == 0) {
      std::memcpy(own.data() + slice.first_of_rank(chunk),
                  whole->entries.data() + slice.first(chunk), bytes);
    } else if (whole != nullptr) {
      peers.send(owner, whole->entries.data() + slice.first(chunk), bytes);
    } else if (owner == peers.rank()) {
      peers.receive(0, own.data() + slice.first_of_rank(chunk), bytes);
    }
  }
  return own;
}

void collect(Peers& peers, const TierSplit& split, const std::array<int, 4>& corners,
             const BigArray<Known>& own, TierSlice* whole) {
  const SplitSlice slice(split, corners);
  if (whole != nullptr) whole->entries.resize(slice.index().size());
  for (std::size_t chunk = 0; chunk < split.chunk_count; ++chunk) {
    const std::size_t bytes = slice.count(chunk) * sizeof(Known);
    const auto owner = static_cast<int>(split.chunks[chunk].owner);
    if (bytes == 0) continue;
    if (whole != nullptr && owner == 0) {
      std::memcpy(whole->entries.data() + slice.first(chunk),
                  own.data() + slice.first_of_rank(chunk), bytes);
    } else if (whole != nullptr) {
      peers.receive(owner, whole->entries.data() + slice.first(chunk), bytes);
    } else if (owner == peers.rank()) {
      peers.send(0, own.data() + slice.first_of_rank(chunk), bytes);
    }
  }
}

}  // namespace onyx
