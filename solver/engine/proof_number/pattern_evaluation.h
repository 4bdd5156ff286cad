// Estimates which player wins. A search trains the estimate on patterns of stones while it runs.
//
// The points are covered by overlapping windows: all blocks of 3x3, and all rows and columns of at
// most eight points. Each way to fill a window is a pattern with a weight. V's log odds to win are
// the sum of these weights and a weight for the mover. Each settled position moves its weights
// towards the outcome (logistic regression by stochastic gradient descent). Such sums are n-tuple
// networks: W. Bledsoe and I. Browning, "Pattern Recognition and Reading by Machine", 1959; S.
// Lucas, "Learning to Play Othello with N-tuple Systems", 2008. A learnt estimate guides a proof in
// T. Wu et al., "AlphaZero-based Proof Cost Network to Aid Game Solving", 2022. The estimate guides
// the search but never changes a value. Weights are integers, so that all machines learn the same
// weights. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/assert.h"
#include "core/wide_position.h"

namespace onyx::proof_number {

/// Natural logarithm of the odds, in units of 1 / kLogOddsUnit.
using LogOdds = std::int64_t;
inline constexpr LogOdds kLogOddsUnit = 1 << 20;

template <int W>
class PatternEvaluation {
 public:
  /// The board must outlive this object. Takes 1.3 MB on 6x6, 26 MB on 20x20.
  explicit PatternEvaluation(const WideBoard<W>& board);

  /// Sets the position for after(). O(places).
  void look_at(const WidePosition<W>& position) {
    to_move_ = position.to_move;
    patterns_ = first_weight_;
    for (const Player player : {Player::V, Player::H}) {
      position.of(player).for_each([&](Place place) {
        for (const auto& [window, power] : parts_[place]) {
          patterns_[window] += digit_of(player) * power;
        }
      });
    }
    sum_ = 0;
    for (const std::uint32_t pattern : patterns_) sum_ += weights_[pattern];
  }

  /// Returns V's log odds after the mover plays on `place`; ignores captures. O(1).
  LogOdds after(Place place) const {
    ONYX_ASSERT(place < parts_.size());
    const std::uint32_t digit = digit_of(to_move_);
    LogOdds sum = sum_ + mover_weight_[index_of(other(to_move_))];
    for (const auto& [window, power] : parts_[place]) {
      const std::uint32_t pattern = patterns_[window];
      sum += weights_[pattern + digit * power] - weights_[pattern];
    }
    return sum;
  }

  void learn(const WidePosition<W>& position, Player winner);
  void take_over(const PatternEvaluation& that) {
    weights_ = that.weights_;
    mover_weight_ = that.mover_weight_;
  }

 private:
  /// A V stone adds `power` to the pattern number of the window; an H stone adds 2 * `power`.
  struct Part {
    std::uint32_t window;
    std::uint32_t power;
  };

  static std::uint32_t digit_of(Player player) { return player == Player::V ? 1 : 2; }
  void add_window(int x, int y, int width, int height);

  const WideBoard<W>& board_;
  std::vector<std::vector<Part>> parts_;     ///< Indexed by place; empty for midpoints.
  std::vector<std::uint32_t> first_weight_;  ///< Index of each window's empty pattern in weights_.
  std::uint32_t weight_count_ = 0;
  std::vector<std::int32_t> weights_;
  std::array<std::int32_t, 2> mover_weight_{};
  LogOdds most_step_;  ///< Change of each weight after an outcome that seemed impossible.
  Player to_move_ = Player::V;
  std::vector<std::uint32_t> patterns_;  ///< Index of each window's pattern in weights_.
  LogOdds sum_ = 0;                      ///< The sum of the weights of patterns_.
};

}  // namespace onyx::proof_number
