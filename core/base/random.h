// Random numbers that are equal on every machine. The C++ standard fixes the output of its
// generators, but not of its distributions, so no distributions are used.
#pragma once

#include <cstdint>
#include <random>

#include "core/base/assert.h"

namespace onyx {

/// The source of every random choice of a run.
using Random = std::mt19937_64;

/// A number from 0 to bound - 1; 0 < bound < 2^32.
inline std::uint64_t below(Random& random, std::uint64_t bound) {
  ONYX_ASSERT(bound > 0 && bound >> 32 == 0);
  // The bias is below bound / 2^32: irrelevant for a search, and simpler than rejection.
  return ((random() >> 32) * bound) >> 32;
}

/// The random numbers of item `number` in a run with this seed. Another number or seed gives other
/// random numbers.
Random random_for(std::uint64_t seed, std::uint64_t number);

}  // namespace onyx
