// How many draws lead to a class: an unbiased guess, by going back from it at random.
//
// From every draw play can go on by moves that keep the draw, and as nobody wins it comes, if each
// such move is taken with equal chances, to a *closed* class with certainty: one that no such move
// leaves. Let h(p, C) be the probability that it comes from the draw p to the class C. For each p
// these add up to 1; so all draws are, in number, the sum over closed classes C of
//
//     Z(C)  =  sum over draws p of h(p, C)  =  sum over ways from p to C of the product of 1/d
//
// over the draws on the way, those of C left out, where d is the number of moves that keep the draw
// there. Z(C) is what we want of each class. The ways end in C, so they can be followed back, from
// each draw on them to the draws before it: to that end all positions before the draws reached so
// far are put together, and of these some are taken for all, as likely as ways go through them
// (systematic sampling with probabilities proportional to size). On 4x5 sixteen at a time leave of
// the variance of Z little more than how classes differ; with three, taken evenly, it was nine in
// ten of the whole, in rare guesses of great weight.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/estimate/short_cycles.h"
#include "experiments/repetition/find/random_positions.h"
#include "solver/bounded/bounded_search.h"
#include "solver/repetition/draw_search.h"

namespace onyx {

/// What is found of a class; its numbers count for nothing if `is_cut_short`.
struct BasinGuess {
  double draws = 0;       ///< The guess at Z.
  double given_up = 0;    ///< The same of draws or not that were too large to decide.
  bool is_class = false;  ///< Else none was found there.
  bool is_cut_short = false;
  std::uint64_t explored = 0;  ///< Positions that were not decided at once.
  std::uint64_t left_undecided = 0;
};

/// For one thread.
template <int W>
class Basin {
 public:
  /// Both must outlive it.
  Basin(const Board<W>& board, const std::vector<ShortCycle<W>>& cycles);

  /// The closed class that the positions of a cycle lie in, in ascending order; none if they are
  /// not all draws of one, or, as `guess` tells, that was too large to decide or was cut short. Of
  /// `limits` the work is in nodes, for each position that has to be decided. None of them is
  /// decided at once.
  std::vector<Position<W>> class_of(const std::array<Position<W>, kShortCycle>& positions,
                                    const Stop& limits, BasinGuess& guess);

  /// Of the positions of a cycle: Z of their class, divided by how many starts of short cycles lie
  /// in it, so that each start counts for its share. The same for the same arguments.
  BasinGuess share_of(const std::array<Position<W>, kShortCycle>& positions, Random& random,
                      const Stop& limits);

  /// Whether the position is seen, without search, to be no draw, or none at all.
  bool is_decided_at_once(const Position<W>& position) const;

 private:
  /// What can be reached from a draw by moves that keep the draw, or, if it is not complete, that
  /// this was too large to decide. None if somebody wins.
  std::optional<DrawsFound<W>> draws_from(const Position<W>& position, const Stop& limits,
                                          BasinGuess& guess);
  std::size_t starts_in(const std::vector<Position<W>>& states) const;

  const Board<W>& board_;
  const std::vector<ShortCycle<W>>& cycles_;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

}  // namespace onyx
