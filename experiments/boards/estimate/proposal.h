// Which colourings an estimate looks at, and how likely each one is.
//
// Repeating positions are one in a hundred thousand million on 4x5, so samples are drawn near known
// ones: a known colouring, taken evenly from K of them, and on d of the n places something else
// than it has there, every set of d places and every change alike. So a colouring at distance d_i
// from the i-th one (in how many places they differ) is drawn with the probability
//
//     q = 1/K  sum_i  w(d_i) / (C(n, d_i) 2^d_i)
//
// where w(d) is the probability of d: proportional to (2/3)^d, for d from 0 to n. It is positive
// for every colouring of the board. So the mean of f/q over samples is, for whatever f, the sum of
// f over all colourings, without bias (importance sampling); what is known already decides how much
// the samples scatter, and never what they tend to.
#pragma once

#include <vector>

#include "core/board.h"
#include "core/position.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

template <int W>
class Proposal {
 public:
  /// The colourings of `known`, at least one, in whatever order and without regard to the side to
  /// move; equal ones count once.
  Proposal(const Board<W>& board, const std::vector<Position<W>>& known);

  /// With V to move. O(n).
  Position<W> draw(Random& random) const;
  /// The probability that draw() returns these stones. O(K).
  double probability(const Position<W>& stones) const;

  std::size_t known() const { return known_.size(); }

 private:
  const Board<W>& board_;
  std::vector<Position<W>> known_;
  std::vector<double> weight_;  ///< By distance: w.
  std::vector<double> each_;    ///< By distance: of one colouring, w / (C(n, d) 2^d).
};

/// How many places have not the same on them. The side to move does not count.
template <int W>
int distance_between(const Position<W>& a, const Position<W>& b) {
  PlaceSet<W> differs;
  for (std::size_t i = 0; i < 2; ++i) {
    differs |= (a.stones[i] - b.stones[i]) | (b.stones[i] - a.stones[i]);
  }
  return differs.count();
}

}  // namespace onyx
