// A hash of packed positions, for tables in memory: it only picks where to look, and equality
// compares whole positions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/packed_position.h"

namespace onyx {

/// The XXH3 sum of the words: the same on every little-endian machine.
template <int W>
std::uint64_t hash_of(const PackedPosition<W>& packed);

/// For the standard library's containers.
template <int W>
struct PackedHash {
  std::size_t operator()(const PackedPosition<W>& packed) const {
    return static_cast<std::size_t>(hash_of(packed));
  }
};

}  // namespace onyx
