// Random numbers that are equal on every machine. The standard fixes the output of the generator;
// no standard distribution, whose output it leaves open, is used on it.
#pragma once

#include <cstdint>
#include <random>

#include "core/base/assert.h"

namespace onyx {

/// The generator that every random choice of a run comes from.
using Random = std::mt19937_64;

/// A number from 0 to bound - 1; 0 < bound < 2^32.
inline std::uint64_t below(Random& random, std::uint64_t bound) {
  ONYX_ASSERT(bound > 0 && bound >> 32 == 0);
  // The bias is below bound / 2^32: of no consequence to a search, and simpler than rejection.
  return ((random() >> 32) * bound) >> 32;
}

/// From 0 up to 1, not included.
inline double fraction(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

/// The random numbers of item `number` of a run with this seed: of no other number or seed.
Random random_for(std::uint64_t seed, std::uint64_t number);

}  // namespace onyx
