// Which starts of short cycles an estimate looks at, and how likely each one is.
//
// Repeating positions are one in a hundred million on 4x5, so a cycle of eight plies is planted
// (short_cycles.h), and only the places that it leaves open are drawn. Which cycle: half of the
// time as often as it is known, else any of those of which a start is known, so that what was found
// once is looked for as well. The open places: in one half of the cases near a known start of it,
// each changed with the probability 5, 15, 35 or 60 %, all with the same of the four; in the other
// half each by itself, as it is found in known starts of that cycle, mixed with what is found on
// that place in all, and, for 10, 30 or 60 %, with what is evenly distributed. Of the latter half
// one time in ten any cycle of the board is taken.
//
// So each start (a cycle, and a position that fits it) has a positive probability q, which can be
// computed. The mean of f/q over samples is, for whatever f, the sum of f over all starts, without
// bias (importance sampling); what is known already decides how much the samples scatter, and never
// what they tend to.
#pragma once

#include <compare>
#include <vector>

#include "experiments/boards/estimate/short_cycles.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// A cycle, and the position from which it begins, which fits it. In order of the cycles.
template <int W>
struct CycleStart {
  std::size_t cycle = 0;  ///< An index into the list of all.
  Position<W> position;

  friend auto operator<=>(const CycleStart&, const CycleStart&) = default;
};

template <int W>
class Proposal {
 public:
  /// `cycles` and `board` must outlive it. There may be no known ones.
  Proposal(const Board<W>& board, const std::vector<ShortCycle<W>>& cycles,
           const std::vector<CycleStart<W>>& known);

  /// One that knows these, too, some of which it may know already.
  Proposal with(const std::vector<CycleStart<W>>& more) const;

  /// O(places).
  CycleStart<W> draw(Random& random) const;
  /// The probability of drawing this. O(places + known starts of the cycle).
  double probability(const CycleStart<W>& start) const;

  const Board<W>& board() const { return board_; }
  const std::vector<ShortCycle<W>>& cycles() const { return cycles_; }
  std::size_t known() const { return known_.size(); }
  bool knows(const CycleStart<W>& start) const;

 private:
  /// By place: how likely it is to be V's, H's or empty.
  using Contents = std::vector<std::array<double, 3>>;

  Position<W> change_some(const ShortCycle<W>& cycle, Position<W> position, Random& random) const;
  std::size_t known_cycle(Random& random) const;
  Position<W> by_places(std::size_t cycle, Random& random) const;

  const Board<W>& board_;
  const std::vector<ShortCycle<W>>& cycles_;
  std::vector<CycleStart<W>> known_;       ///< By cycle.
  std::vector<std::size_t> begin_;         ///< By cycle, and one more: where its known starts are.
  std::vector<std::size_t> known_cycles_;  ///< Of which a start is known.
  Contents anywhere_;
  std::vector<Contents> of_cycle_;  ///< None where no start is known.
};

}  // namespace onyx
