// Vectors of 256 bits for the step of kernel.h. Compiled with it, several times, and as local
// to each (step.h).
#ifndef ONYX_KERNEL
#error "define ONYX_KERNEL, the namespace, first"
#endif

#include "solver/tier/kernel/kernel.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

using Vector = std::uint64_t __attribute__((vector_size(32), may_alias));

inline Vector load(const Bits& bits) { return *reinterpret_cast<const Vector*>(&bits); }
inline void store(Bits& bits, Vector value) { *reinterpret_cast<Vector*>(&bits) = value; }
inline bool any(Vector value) { return (value[0] | value[1] | value[2] | value[3]) != 0; }

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

/// The same for a step known late, of either sign: captures among the low cells, which are rare.
inline Vector ahead_by(Vector value, int step) {
  std::uint64_t words[12] = {};
  for (int i = 0; i < 4; ++i) words[4 + i] = value[i];
  Vector result = {};
  const int from = 256 + step;
  for (int i = 0; i < 4; ++i) {
    const int word = from / 64 + i;
    const int rest = from % 64;
    std::uint64_t bits = words[word] >> rest;
    if (rest != 0 && word + 1 < 12) bits |= words[word + 1] << (64 - rest);
    result[i] = bits;
  }
  return result;
}

}  // namespace
}  // namespace onyx::tier::ONYX_KERNEL
