// Initial proof and disproof numbers of a position that the search has not visited, estimated from
// the number of sensible moves and from the odds of the player to move.
//
// Good odds lower the mover's number and raise the opponent's. The mover's number is a minimum over
// the moves (numbers.h), so more moves do not raise it. The opponent's number is a sum over the
// moves. One refutation usually answers several moves, so n moves count as 2 sqrt(n), or as 2
// (n - 40) if n is above 46. On 20 test positions of 4x5 to 6x6, counting n moves as n, or ignoring
// n, takes twice the nodes. In middle games of 12x12, using 2 sqrt(n) for all n takes up to ten
// times the nodes.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/assert.h"
#include "solver/engine/proof_number/numbers.h"
#include "solver/engine/proof_number/pattern_evaluation.h"
#include "solver/engine/proof_number/tuning.h"

namespace onyx::proof_number {

class FirstNumbers {
 public:
  explicit FirstNumbers(int place_count) {
    const auto most_steps = static_cast<int>(kSteps * std::log(kMostOddsFactor) / kOddsWeight);
    for (int step = -most_steps; step <= most_steps; ++step) {
      const double log_odds = static_cast<double>(step) / kSteps;
      for_odds_.push_back(
          static_cast<Number>(std::lround(kEvenNumber * std::exp(-kOddsWeight * log_odds))));
    }
    for (int mobility = 0; mobility <= place_count; ++mobility) {
      const double weight = std::max(std::sqrt(mobility), mobility - kUncountedMobility);
      for_mobility_.push_back(static_cast<Number>(std::lround(2 * kEvenNumber * weight)));
    }
  }

  /// `mobility` is the number of sensible moves (outlook.h); `odds` are the mover's log odds. O(1).
  Numbers operator()(int mobility, LogOdds odds, bool is_attacker_to_move) const {
    ONYX_ASSERT(mobility >= 0 && static_cast<std::size_t>(mobility) < for_mobility_.size());
    const std::size_t step = step_of(odds);
    ONYX_ASSERT(step < for_odds_.size());
    const std::uint64_t sum = std::uint64_t{for_mobility_[static_cast<std::size_t>(mobility)]} *
                              for_odds_[for_odds_.size() - 1 - step] / kEvenNumber;
    return numbers_of(for_odds_[step], static_cast<Number>(sum), is_attacker_to_move);
  }

 private:
  static constexpr LogOdds kSteps = 16;  ///< Steps per unit of log odds.

  std::size_t step_of(LogOdds odds) const {
    const auto most = static_cast<LogOdds>(for_odds_.size() / 2);
    return static_cast<std::size_t>(most + std::clamp(odds * kSteps / kLogOddsUnit, -most, most));
  }

  std::vector<Number> for_odds_;      ///< The mover's number per step of odds, lowest odds first.
  std::vector<Number> for_mobility_;  ///< The opponent's number at even odds, indexed by mobility.
};

}  // namespace onyx::proof_number
