// A hash of positions, for tables whose contents come from untrusted files.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "solver/referee/bit_board.h"

namespace onyx::referee::compact {

// A 32-bit hash. Its multipliers are random, so two given positions collide with probability 2^-32,
// and no file can force many collisions. Source: M. Dietzfelbinger, "Universal hashing and k-wise
// independent random variables via integer arithmetic without primes", 1996.
template <int N>
class SecretHash {
 public:
  SecretHash() {
    std::random_device device;
    for (std::uint64_t& multiplier : multipliers_) {
      multiplier = std::uint64_t{device()} << 32 | device();
    }
  }
  std::uint32_t operator()(const Stones<N>& stones) const {
    const std::uint64_t* multiplier = multipliers_.data();
    std::uint64_t sum = *multiplier;
    for (const Set<N>& set : stones.of) {
      for (const std::uint64_t word : set.words) {
        sum += *++multiplier * (word & UINT32_MAX);
        sum += *++multiplier * (word >> 32);
      }
    }
    return static_cast<std::uint32_t>(sum >> 32);
  }

 private:
  std::array<std::uint64_t, 4 * N + 1> multipliers_;
};

}  // namespace onyx::referee::compact
