// The numbers of a position that the search has not been to: an estimate of what it takes to prove
// or disprove it, from the number of sensible moves and from the odds of the player to move.
//
// Who has good odds needs less to win, and his opponent more. The number of the player to move is
// a least number (numbers.h), one for any number of moves; that of the other side is a sum over
// his moves. One refutation mostly serves several of them, so they count as twice the square root
// of their number. Where there are more than 46, which is on large boards with nothing forced, they
// count as twice their number less forty: a root hides how far such play is from its end. Found by
// trying: on 20 positions of 4x5 to 6x6 the number of moves itself, or none, takes twice the nodes;
// in middle games of 12x12 the root alone takes up to ten times.
#pragma once

#include <vector>

#include "core/base/assert.h"
#include "solver/proof_number/numbers.h"
#include "solver/proof_number/pattern_evaluation.h"

namespace onyx::proof_number {

class FirstNumbers {
 public:
  /// The number of a position with even odds, for the player to move. Others differ by up to
  /// eight times.
  static constexpr Number kEven = 64;

  explicit FirstNumbers(int place_count);

  /// `mobility` is the number of sensible moves; `odds` are those of the player to move. O(1).
  Numbers operator()(int mobility, LogOdds odds, bool is_attacker_to_move) const {
    ONYX_ASSERT(mobility >= 0 && static_cast<std::size_t>(mobility) < for_mobility_.size());
    const std::size_t step = step_of(odds);
    const std::uint64_t sum = std::uint64_t{for_mobility_[static_cast<std::size_t>(mobility)]} *
                              for_odds_[for_odds_.size() - 1 - step] / kEven;
    return numbers_of(for_odds_[step], static_cast<Number>(sum), is_attacker_to_move);
  }

 private:
  static constexpr LogOdds kSteps = 16;  ///< Of log odds, for 1.

  std::size_t step_of(LogOdds odds) const;

  std::vector<Number> for_odds_;      ///< The number of who has them, by steps; the worst first.
  std::vector<Number> for_mobility_;  ///< The number of the side that is not to move.
};

}  // namespace onyx::proof_number
