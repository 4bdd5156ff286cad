#include "experiments/puzzles/rating_fit.h"

// Before Boost 1.75, bivariate_statistics.hpp takes sqrt for granted.
#include <cmath>
//
#include <algorithm>
#include <boost/math/statistics/bivariate_statistics.hpp>
#include <numeric>
#include <utility>

namespace onyx {
namespace {

constexpr std::size_t kColumns = kFeatures.size() + 1;  ///< The last one is the base.
using Row = std::array<double, kColumns + 1>;           ///< And the right-hand side.

double column(const RatedPuzzle& puzzle, std::size_t i) {
  return i < kFeatures.size() ? puzzle.features[i] : 1;
}

/// Doublings that the features whose points are set stand for.
double set_part(const Features& features) {
  double points = 0;
  for (std::size_t i = 0; i < kFeatures.size(); ++i) {
    if (kFeatures[i].is_set) points += kFeatures[i].points * features[i];
  }
  return points / 2;
}

/// The normal equations of those that are used, solved by elimination with pivots; what cannot be
/// told from the others stays 0.
std::array<double, kColumns> least_squares(const std::vector<RatedPuzzle>& puzzles,
                                           const std::array<bool, kColumns>& uses) {
  std::array<Row, kColumns> rows{};
  for (const RatedPuzzle& puzzle : puzzles) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (!uses[i]) continue;
      for (std::size_t j = 0; j < kColumns; ++j) {
        if (uses[j]) rows[i][j] += column(puzzle, i) * column(puzzle, j);
      }
      rows[i][kColumns] += column(puzzle, i) * (puzzle.need - set_part(puzzle.features));
    }
  }
  constexpr double kTiny = 1e-9;
  std::array<bool, kColumns> has_pivot{};
  std::array<std::size_t, kColumns> row_of{};
  std::size_t next = 0;
  for (std::size_t i = 0; i < kColumns; ++i) {
    std::size_t best = next;
    for (std::size_t row = next; row < kColumns; ++row) {
      if (std::abs(rows[row][i]) > std::abs(rows[best][i])) best = row;
    }
    if (next == kColumns || std::abs(rows[best][i]) < kTiny) continue;
    std::swap(rows[best], rows[next]);
    for (std::size_t row = 0; row < kColumns; ++row) {
      if (row == next) continue;
      const double factor = rows[row][i] / rows[next][i];
      for (std::size_t j = i; j <= kColumns; ++j) rows[row][j] -= factor * rows[next][j];
    }
    has_pivot[i] = true;
    row_of[i] = next++;
  }
  std::array<double, kColumns> solution{};
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (has_pivot[i]) solution[i] = rows[row_of[i]][kColumns] / rows[row_of[i]][i];
  }
  return solution;
}

/// By value; equal values have the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    }
    begin = end;
  }
  return ranks;
}

}  // namespace

RatingFit fit_rating(const std::vector<RatedPuzzle>& puzzles) {
  std::array<bool, kColumns> uses{};
  uses.fill(true);
  for (std::size_t i = 0; i < kFeatures.size(); ++i) {
    uses[i] = !kFeatures[i].is_set && std::ranges::any_of(puzzles, [&](const RatedPuzzle& puzzle) {
      return puzzle.features[i] != puzzles.front().features[i];
    });
  }
  std::array<double, kColumns> slopes{};
  while (true) {
    slopes = least_squares(puzzles, uses);
    const auto* const least = std::min_element(slopes.begin(), slopes.end() - 1);
    if (*least >= 0) break;
    uses[static_cast<std::size_t>(least - slopes.begin())] = false;
  }
  RatingFit fit;
  fit.base = slopes.back();
  for (std::size_t i = 0; i < kFeatures.size(); ++i) {
    const Feature& feature = kFeatures[i];
    fit.slopes[i] = feature.is_set ? feature.points / 2.0 : slopes[i];
    fit.points[i] = static_cast<int>(std::lround(2 * fit.slopes[i]));
  }
  std::vector<int> sums;
  for (const RatedPuzzle& puzzle : puzzles) {
    sums.push_back(
        std::inner_product(fit.points.begin(), fit.points.end(), puzzle.features.begin(), 0));
  }
  std::ranges::sort(sums);
  for (std::size_t i = 0; i < fit.cuts.size(); ++i) {
    const auto at = static_cast<std::size_t>(kShares[i] * static_cast<double>(sums.size()));
    fit.cuts[i] = sums[std::min(at, sums.size() - 1)];
  }
  return fit;
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto is_constant = [](const std::vector<double>& values) {
    return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
  };
  if (is_constant(a) || is_constant(b)) return 0;
  return boost::math::statistics::correlation_coefficient(ranks_of(a), ranks_of(b));
}

}  // namespace onyx
