// Vectors of 256 bits for the step of kernel.h. Like step.h, this is compiled anew by every
// includer, for its own vectors.
#pragma once

#ifndef ONYX_KERNEL
#error "define ONYX_KERNEL, the namespace, first"
#endif

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "solver/engine/tier/kernel/kernel.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

using Vector = std::uint64_t __attribute__((vector_size(32), may_alias));

inline Vector load(const Bits& bits) { return *reinterpret_cast<const Vector*>(&bits); }
inline void store(Bits& bits, Vector value) { *reinterpret_cast<Vector*>(&bits) = value; }
inline bool any(Vector value) {
#if defined(__AVX2__)
  const auto bits = reinterpret_cast<__m256i>(value);
  return _mm256_testz_si256(bits, bits) == 0;
#else
  return (value[0] | value[1] | value[2] | value[3]) != 0;
#endif
}

/// Bit i of the result is bit i + step.
template <int step>
inline Vector ahead(Vector value) {
  constexpr Vector kZero = {};
  Vector low = value;
  if constexpr (step >= 128) {
    low = __builtin_shufflevector(value, kZero, 2, 3, 4, 4);
  } else if constexpr (step >= 64) {
    low = __builtin_shufflevector(value, kZero, 1, 2, 3, 4);
  }
  constexpr int kRest = step % 64;
  return low >> kRest | __builtin_shufflevector(low, kZero, 1, 2, 3, 4) << (64 - kRest);
}

/// As ahead(), for a step known only at run time, of either sign: bit i is valid where i + step is
/// a bit of the value; other bits of the result are undefined.
inline Vector ahead_by(Vector value, int step) {
  const int from = step >> 6 & 3;
  const int rest = step & 63;
#if defined(__AVX2__)
  // Rotates by words: lane i is taken from lane i + from.
  alignas(32) static constexpr std::uint32_t kLanes[16] = {0, 1, 2, 3, 4, 5, 6, 7,
                                                           0, 1, 2, 3, 4, 5, 6, 7};
  const auto rotated = [&](int words) {
    const __m256i lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kLanes + 2 * words));
    return reinterpret_cast<Vector>(
        _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(value), lanes));
  };
  const Vector low = rotated(from);
  const Vector high = rotated((from + 1) & 3);
#else
  Vector low = {};
  Vector high = {};
  for (int i = 0; i < 4; ++i) {
    low[i] = value[(from + i) & 3];
    high[i] = value[(from + i + 1) & 3];
  }
#endif
  return low >> rest | high << 1 << (63 - rest);
}

}  // namespace
}  // namespace onyx::tier::ONYX_KERNEL
