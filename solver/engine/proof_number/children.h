// The successors of a position that is being searched, and the numbers of the parent that follow
// from them.
#pragma once

#include <span>

#include "solver/engine/proof_number/proof_table.h"

namespace onyx::proof_number {

template <int W>
struct Child {
  PackedPosition<W> question;
  std::uint64_t hash;
  Numbers numbers;
  std::uint16_t plies;  ///< As Knowledge::plies.
  Place move;           ///< The move that leads to this child.
  /// The number of other threads below; the least number counts 1 + `others` times (virtual loss).
  std::uint8_t others;
  bool is_final;  ///< Decided by its outlook or by a repetition; not looked up in the table.
  bool is_capture;
};

struct Sums {
  Numbers numbers;           ///< The numbers of the parent.
  Number others = 0;         ///< The sum (numbers.h) over all children except the chosen one.
  Number rival = kInfinite;  ///< The least number of these children, with virtual loss.
  std::size_t chosen = 0;    ///< The child to search next; if solved, a child that solves it.
};

/// O(children). There must be at least one child.
template <int W>
Sums sum_up(std::span<const Child<W>> children, bool is_or);

/// Returns the thresholds for the chosen child, given the `thresholds` of its parent; uses the 1 +
/// epsilon trick (searcher.h) if `has_tolerance`.
Numbers thresholds_for(const Numbers& chosen, const Sums& sums, Numbers thresholds, bool is_or,
                       bool has_tolerance);

/// Returns the table entry of the parent, without its `work`. Moves that are not among the children
/// lose in at most `left_out_plies` plies.
template <int W>
Knowledge knowledge_from(std::span<const Child<W>> children, const Sums& sums, bool is_or,
                         std::uint16_t left_out_plies);

}  // namespace onyx::proof_number
