// Capture debt: an estimate of how much must be undone before play without captures can reach the
// position. It guides the search for proof games and proves nothing.
#pragma once

#include <array>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

/// Debts are capped at this, so that queues indexed by debt stay short.
inline constexpr int kMostDebt = 5000;

template <int W>
class CaptureDebt {
 public:
  /// `board` must outlive this object; the setup has equal counts and V to move.
  CaptureDebt(const WideBoard<W>& board, const WidePosition<W>& setup);

  /// From 0 to kMostDebt. The sum of, most expensive first:
  ///  - turns that a player would have to pass before all midpoint stones are placed, which only
  ///    stones captured later can fill;
  ///  - missing stones of the setup, which have to be put back;
  ///  - the captures that the counts require, each at the lowest price of undoing it.
  /// O(places), and O(midpoint stones squared); a few times more where stones must come back first.
  /// The parity of the counts must fit the side to move (core/README.md, fact 4).
  int of(const WidePosition<W>& position) const;

 private:
  struct Square {
    Place midpoint;
    std::array<Place, 4> corners;  ///< Corners i and i + 2 are opposite.
  };

  /// The cost of having a stone of a player on a point, by player and point.
  using StoneCosts = std::array<std::vector<int>, 2>;

  StoneCosts stone_costs(const WidePosition<W>& position) const;
  int of_missing_setup(const WidePosition<W>& position) const;
  int passes_before_midpoints(const WidePosition<W>& position) const;
  int of_captures(const WidePosition<W>& position, std::array<int, 2> wanted) const;

  const WideBoard<W>& board_;
  const WidePosition<W> setup_;
  std::vector<Square> squares_;
};

}  // namespace onyx
