#include "core/packed_position.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace onyx {

template <int W>
std::uint64_t hash_of(const PackedPosition<W>& packed) {
  return XXH3_64bits(packed.words.data(), sizeof(packed.words));
}

#define ONYX_INSTANTIATE(W) template std::uint64_t hash_of(const PackedPosition<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
