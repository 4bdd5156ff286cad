#include "solver/engine/proof_number/first_numbers.h"

#include <algorithm>
#include <cmath>

namespace onyx::proof_number {
namespace {

/// The mover's number falls with the square root of the odds, down to an eighth.
constexpr double kWeight = 0.5;
constexpr double kMostFactor = 8;
/// n moves weigh n - kUncounted if that exceeds the square root of n.
constexpr double kUncounted = 40;

}  // namespace

FirstNumbers::FirstNumbers(int place_count) {
  const auto most_steps = static_cast<int>(kSteps * std::log(kMostFactor) / kWeight);
  for (int step = -most_steps; step <= most_steps; ++step) {
    const double log_odds = static_cast<double>(step) / kSteps;
    for_odds_.push_back(static_cast<Number>(std::lround(kEven * std::exp(-kWeight * log_odds))));
  }
  for (int mobility = 0; mobility <= place_count; ++mobility) {
    const double weight = std::max(std::sqrt(mobility), mobility - kUncounted);
    for_mobility_.push_back(static_cast<Number>(std::lround(2 * kEven * weight)));
  }
}

std::size_t FirstNumbers::step_of(LogOdds odds) const {
  const auto most = static_cast<LogOdds>(for_odds_.size() / 2);
  return static_cast<std::size_t>(most + std::clamp(odds * kSteps / kLogOddsUnit, -most, most));
}

}  // namespace onyx::proof_number
