// The rule of difficulty.h, fitted to a collection.
#pragma once

#include <array>
#include <vector>

#include "experiments/puzzles/difficulty.h"

namespace onyx {

/// What is known of one puzzle: its features, and what the human-like solver needs (HumanAttempt).
struct RatedPuzzle {
  Features features{};
  double need = 0;
};

struct RatingFit {
  /// Doublings for each one of a feature: what is set, and for the rest by least squares, none
  /// negative.
  std::array<double, kFeatures.size()> slopes{};
  double base = 0;                             ///< Doublings of a puzzle without any.
  std::array<int, kFeatures.size()> points{};  ///< Half doublings, rounded.
  std::array<int, kCuts.size()> cuts{};        ///< By points.
};

/// Shares of a collection that have one star, at most two, three, four; about, for many puzzles
/// have equally many points.
inline constexpr std::array kShares{0.2, 0.5, 0.78, 0.93};

/// Who has a negative slope is left out, the most negative one first, and the rest is fitted again.
/// A feature that all or no puzzles have is left out, too. `puzzles` must not be empty.
RatingFit fit_rating(const std::vector<RatedPuzzle>& puzzles);

/// Rank correlation after Spearman; ties share their ranks. 0 if one of them is constant.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace onyx
