// The successors of a position that is being searched, and what they say of it.
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
  Place move;           ///< That leads here.
  std::uint8_t
      others;     ///< Other threads below it: it counts for so many times more (virtual loss).
  bool is_final;  ///< Decided by its outlook, or a repetition: no table has more to say.
  bool is_capture;
};

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

/// What to keep of the parent; its work is not filled in. Moves of it that are no children lose in
/// `left_out_plies` at most.
template <int W>
Knowledge knowledge_from(std::span<const Child<W>> children, const Sums& sums, bool is_or,
                         std::uint16_t left_out_plies);

}  // namespace onyx::proof_number
