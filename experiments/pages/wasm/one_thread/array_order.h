// Replaces operator<=> of std::array, which libc++ 14 lacks, for defaulted comparisons. Must be
// included before everything else.
#pragma once

#include <array>
#include <compare>

namespace std {

template <class Value, size_t N>
constexpr auto operator<=>(const array<Value, N>& a, const array<Value, N>& b)
    -> decltype(a[0] <=> b[0]) {
  for (size_t i = 0; i < N; ++i) {
    if (const auto order = a[i] <=> b[i]; order != 0) return order;
  }
  return decltype(a[0] <=> b[0])::equivalent;
}

}  // namespace std
