// Random numbers that are the same on every machine; the standard library's distributions are not.
#pragma once

#include <cstdint>
#include <random>

#include "core/base/assert.h"

namespace onyx {

using Random = std::mt19937_64;

/// Returns a number from 0 to bound - 1; 0 < bound < 2^32.
inline std::uint64_t below(Random& random, std::uint64_t bound) {
  ONYX_ASSERT(bound > 0 && bound >> 32 == 0);
  // The bias is below bound / 2^32, too small to matter for a search.
  return ((random() >> 32) * bound) >> 32;
}

/// The generator for item `number` of a run with this seed.
Random random_for(std::uint64_t seed, std::uint64_t number);

}  // namespace onyx
