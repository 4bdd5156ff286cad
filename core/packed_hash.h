// A hash of packed positions for tables in memory. The hash only picks the bucket; equality
// compares whole positions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/packed_position.h"

namespace onyx {

/// The XXH3 hash of the words, equal on all little-endian machines.
template <int W>
std::uint64_t hash_of(const PackedPosition<W>& packed);

/// For containers of the standard library.
template <int W>
struct PackedHash {
  std::size_t operator()(const PackedPosition<W>& packed) const {
    return static_cast<std::size_t>(hash_of(packed));
  }
};

}  // namespace onyx
