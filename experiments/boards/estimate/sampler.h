// One sample of an estimate: many draws from a proposal, nearly all of which are seen at once
// to be nothing, and what the others say of the number of draws.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/estimate/basin.h"
#include "experiments/boards/estimate/proposal.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

struct Sample {
  std::uint64_t number = 0;
  std::uint64_t explored = 0;  ///< Positions that were not decided at once.
  std::uint64_t hits = 0;      ///< Classes that were met and looked at, as often as they were.
  std::uint64_t given_up = 0;  ///< Positions too large to decide.
  double repeating = 0;        ///< What it says of the number of repeating positions.
  double undecided = 0;        ///< The same of those that were given up.
  bool is_cut_short = false;   ///< Then the numbers count for nothing.
};

/// The sample of so many draws that comes of these random numbers: a function of its arguments and
/// the proposal, and of `stop` only where it is cut short, or something is too large. Of `stop` the
/// work is in nodes, for each position that has to be decided.
template <int W>
Sample draw_sample(const Proposal<W>& proposal, Basin<W>& basin, std::uint64_t draws, Random random,
                   const Stop& stop);

template <int W>
struct StartsFound {
  std::vector<CycleStart<W>> starts;  ///< In the order in which they were drawn.
  bool is_cut_short = false;          ///< Then there may be more.
};

/// Of as many draws, those that lie in a class and that the proposal does not know. Deterministic
/// as draw_sample.
template <int W>
StartsFound<W> find_starts(const Proposal<W>& proposal, Basin<W>& basin, std::uint64_t draws,
                           Random random, const Stop& stop);

}  // namespace onyx
