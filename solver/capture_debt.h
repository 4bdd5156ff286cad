// Capture debt: a guess at how much must be undone before a position is one that play without
// captures reaches. It guides the search for proof games and proves nothing.
#pragma once

#include <vector>

#include "core/position.h"

namespace onyx {

/// How many pairs V has captured more than H in any game from a setup with equal counts to the
/// position; negative if H has. The parity of the counts must fit the side to move (rules page,
/// fact 4).
template <int W>
int captured_pairs_lead(const Position<W>& position) {
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead - (position.to_move == Player::V ? 0 : 1)) / 2;
}

template <int W>
class CaptureDebt {
 public:
  /// `board` must outlive it; the setup has equal counts and V to move.
  CaptureDebt(const Board<W>& board, const Position<W>& setup);

  /// At least 0, mostly below 1000. What counts, dearest first:
  ///  - midpoint stones beside stones of the setup, which must go before the midpoint is free;
  ///  - turns that a player would have to pass before all midpoint stones are placed, which only
  ///    stones captured later can fill;
  ///  - stones of the setup that are gone and have to be put back;
  ///  - the captures that the counts ask for, each by what stands in the cheapest squares.
  /// O(places), and O(midpoint stones squared).
  int of(const Position<W>& position) const;

 private:
  struct Square {
    Place midpoint;
    std::array<Place, 4> corners;  ///< Corners i and i + 2 are opposite.
  };

  int of_setup(const Position<W>& position) const;
  int passes_before_midpoints(const Position<W>& position) const;
  int of_captures(const Position<W>& position, std::array<int, 2> wanted) const;

  const Board<W>& board_;
  const Position<W> setup_;
  std::vector<Square> squares_;
};

}  // namespace onyx
