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
// far are put together, some are taken out evenly, and count for all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/estimate/short_cycles.h"
#include "experiments/repetition/find/random_positions.h"
#include "solver/bounded/bounded_search.h"
#include "solver/graph/strategy.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// What is found of a class; its numbers count for nothing if `is_cut_short`.
struct BasinGuess {
  double draws = 0;       ///< The guess at Z.
  double given_up = 0;    ///< The same of draws or not that were too large to decide.
  bool is_class = false;  ///< Else there is no closed class there.
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

  /// Of the positions of a cycle: Z of their class, divided by how many starts of short cycles lie
  /// in it, so that each start counts for its share. `is_class` is false where they are not all
  /// draws of one closed class. Of `limits` the work is in positions, or nodes, for each position
  /// that has to be decided. The same for the same arguments.
  BasinGuess share_of(const std::array<Position<W>, kShortCycle>& positions, Random& random,
                      const Stop& limits);

  /// Whether the position is seen, without search, to be no draw, or none at all.
  bool is_decided_at_once(const Position<W>& position) const;

 private:
  /// A draw with all draws that are reached from it by moves that keep the draw; `draws` is the
  /// number of these moves, 0 if it is won by somebody. Nothing where it was too large.
  struct Explored {
    SolvedGraph<W> solved;
    std::size_t draws = 0;
  };
  std::optional<Explored> explore(const Position<W>& position, const Stop& limits,
                                  BasinGuess& guess);
  std::size_t starts_in(const std::vector<Position<W>>& states) const;

  const Board<W>& board_;
  const std::vector<ShortCycle<W>>& cycles_;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

}  // namespace onyx
