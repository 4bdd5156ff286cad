// Proof number: the fewest open positions that must be proved to prove that the attacker wins.
// Disproof number: the fewest open positions that must be disproved to disprove that win.
//
// Where the attacker moves (is_or), a position's proof number is the minimum of its successors'
// proof numbers, and its disproof number is the sum of their disproof numbers. Where the defender
// moves, minimum and sum change places. Below, `least` is the minimum and `sum` is the sum.
// Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-Number Search", 1994.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/assert.h"

namespace onyx::proof_number {

using Number = std::uint32_t;
/// A solved position has the numbers 0 and kInfinite. Sums are capped below kInfinite.
inline constexpr Number kInfinite = 1'000'000'000;
inline constexpr Number kMostFinite = kInfinite - 1;

struct Numbers {
  Number proof = 1;
  Number disproof = 1;

  static constexpr Numbers proved() { return {0, kInfinite}; }
  static constexpr Numbers disproved() { return {kInfinite, 0}; }

  bool is_proved() const { return proof == 0; }
  bool is_disproved() const { return disproof == 0; }
  bool is_solved() const { return is_proved() || is_disproved(); }

  friend bool operator==(const Numbers&, const Numbers&) = default;
};

constexpr Number least_of(const Numbers& numbers, bool is_or) {
  return is_or ? numbers.proof : numbers.disproof;
}
constexpr Number summed_in(const Numbers& numbers, bool is_or) {
  return is_or ? numbers.disproof : numbers.proof;
}
constexpr Numbers numbers_of(Number least, Number sum, bool is_or) {
  ONYX_ASSERT(least <= kInfinite && sum <= kInfinite);
  return is_or ? Numbers{least, sum} : Numbers{sum, least};
}

constexpr Number capped_sum(std::uint64_t a, std::uint64_t b) {
  return static_cast<Number>(std::min<std::uint64_t>(a + b, kMostFinite));
}

}  // namespace onyx::proof_number
