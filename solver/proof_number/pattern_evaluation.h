// What a search learns about positions as it goes: which patterns of stones win.
//
// The points are covered by overlapping windows: all blocks of 3x3, and all rows and columns of at
// most eight points. Each way to fill a window has a weight, and the sum over all windows is what V
// is given as log odds to win. Whenever a position is settled, the weights of its patterns move
// towards the outcome (logistic regression by stochastic gradient descent), so it needs no data
// from elsewhere, and knows most about such positions as the search meets. Such sums are called
// n-tuple networks: W. Bledsoe and I. Browning, "Pattern Recognition and Reading by Machine", 1959;
// S. Lucas, "Learning to Play Othello with N-tuple Systems", 2008. To guide a proof by an estimate
// that is learnt: T. Wu et al., "AlphaZero-based Proof Cost Network to Aid Game Solving", 2022.
//
// It changes where the search looks first, and no value. All numbers are integers, so it learns the
// same on every machine. Not for several threads at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/position.h"

namespace onyx::proof_number {

/// Natural logarithm of the odds, in units of 1 / kLogOddsUnit.
using LogOdds = std::int64_t;
inline constexpr LogOdds kLogOddsUnit = 1 << 20;

template <int W>
class PatternEvaluation {
 public:
  /// The board must outlive it. Takes 78 KB for each block: 1.4 MB on 6x6, 25 MB on 20x20.
  explicit PatternEvaluation(const Board<W>& board);

  /// From which position on. O(stones).
  void look_at(const Position<W>& position);
  /// Of V after a stone of the player who moves there; as if it captured nothing. O(1).
  LogOdds after(Place place) const;
  /// Looks at the position and learns who wins it. O(stones + windows).
  void learn(const Position<W>& position, Player winner);
  /// What another one of the same board has learnt.
  void take_over(const PatternEvaluation& that) {
    weights_ = that.weights_;
    mover_weight_ = that.mover_weight_;
  }

 private:
  /// What a point adds to the number of a window's pattern for V's stone; twice as much for H's.
  struct Part {
    std::uint32_t window;
    std::uint32_t power;
  };

  void add_window(int x, int y, int width, int height);
  void add_stones(const PlaceSet<W>& stones, std::uint32_t digit);

  const Board<W>& board_;
  std::vector<std::vector<Part>> parts_;     ///< By place; of a midpoint, none.
  std::vector<std::uint32_t> first_weight_;  ///< By window: that of the empty one.
  std::vector<std::int32_t> weights_;
  std::array<std::int32_t, 2> mover_weight_{};
  LogOdds most_step_;  ///< For an outcome that was held impossible.

  Player to_move_ = Player::V;
  std::vector<std::uint32_t> patterns_;  ///< By window: which weight.
  LogOdds sum_ = 0;                      ///< Of theirs.
};

}  // namespace onyx::proof_number
