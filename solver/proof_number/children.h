// The successors of a position that is being searched, and what they say of it.
//
// Where the attacker moves (is_or), a position's proof number is the least of its successors', and
// its disproof number their sum; where the defender moves, it is the other way round. `least` and
// `sum` stand for either.
#pragma once

#include <span>

#include "solver/proof_number/proof_table.h"

namespace onyx::proof_number {

template <int W>
struct Child {
  PackedPosition<W> question;
  std::uint64_t hash;
  Numbers numbers;
  std::uint16_t plies;  ///< As in Knowledge.
  Place move;           ///< That leads here,
  Place folded_move;    ///< and where its stone is in `question`, which folding may have turned.
  std::uint8_t
      others;     ///< Other threads below it: it counts for so many times more (virtual loss).
  bool is_final;  ///< Decided by its outlook, or a repetition: no table has more to say.
  bool is_capture;
};

constexpr Number least_of(const Numbers& numbers, bool is_or) {
  return is_or ? numbers.proof : numbers.disproof;
}
constexpr Number summed_in(const Numbers& numbers, bool is_or) {
  return is_or ? numbers.disproof : numbers.proof;
}
constexpr Numbers numbers_of(Number least, Number sum, bool is_or) {
  return is_or ? Numbers{least, sum} : Numbers{sum, least};
}

struct Sums {
  Numbers numbers;           ///< Of the parent.
  Number others = 0;         ///< What all but the chosen child add to the sum.
  Number rival = kInfinite;  ///< The least number of all but the chosen child.
  std::size_t chosen = 0;    ///< The child to search next, or, if solved, one that shows it.
};

/// O(children), of which there must be one.
template <int W>
Sums sum_up(std::span<const Child<W>> children, bool is_or);

/// How far to search the chosen child, given how far its parent is to be searched; the 1 + epsilon
/// trick (searcher.h) if `has_tolerance`.
Numbers thresholds_for(const Numbers& chosen, const Sums& sums, Numbers thresholds, bool is_or,
                       bool has_tolerance);

/// What to keep of the parent; its work is not filled in.
template <int W>
Knowledge knowledge_from(std::span<const Child<W>> children, const Sums& sums, bool is_or);

}  // namespace onyx::proof_number
