// Random numbers, equal on every machine, so without the distributions of the standard library.
#pragma once

#include <cstdint>
#include <random>

#include "core/base/assert.h"

namespace onyx {

using Random = std::mt19937_64;

/// A number from 0 to bound - 1; 0 < bound < 2^32.
inline std::uint64_t below(Random& random, std::uint64_t bound) {
  ONYX_ASSERT(bound > 0 && bound >> 32 == 0);
  // The bias, below bound / 2^32, is irrelevant for a search.
  return ((random() >> 32) * bound) >> 32;
}

/// The random numbers of item `number` in a run with this seed.
Random random_for(std::uint64_t seed, std::uint64_t number);

}  // namespace onyx
