// How many positions of a board repeat, where they are too many to count: an unbiased estimate with
// its standard error, by importance sampling near known repeating positions (proposal.h). A
// position counts if it is a draw: play from it comes round, whether or not it lies on the cycle
// itself.
//
// Sample number n of a seed is a function of (known positions, seed, n) alone, and each of its two
// positions (either side to move) is decided exactly or given up as too large; so an estimate can
// be had again, and shards join. What is given up counts as not repeating, and how much that might
// come to is estimated too: with it the sum has no bias, without it the estimate may be too low.
//
// The standard error is that of the samples. It is honest as long as the samples have met all kinds
// of repeating positions: of a kind that is far from all that is known, and is not met, it knows
// nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/board.h"
#include "experiments/files/shard.h"

namespace onyx {

/// A mean and its error, from sums.
struct Sums {
  double values = 0;
  double squares = 0;

  void add(double value) {
    values += value;
    squares += value * value;
  }
  Sums& operator+=(const Sums& that) {
    values += that.values;
    squares += that.squares;
    return *this;
  }
  double mean(std::uint64_t samples) const {
    return samples == 0 ? 0 : values / static_cast<double>(samples);
  }
  /// Of the mean; 0 for less than two samples.
  double standard_error(std::uint64_t samples) const {
    if (samples < 2) return 0;
    const auto n = static_cast<double>(samples);
    return std::sqrt(std::fmax(0, squares - values * values / n) / (n - 1) / n);
  }
};

struct EstimateSettings {
  BoardSize board;
  std::uint64_t samples = 0;  ///< Of all shards together.
  std::uint64_t seed = 1;
  Shard shard;
  std::uint64_t max_states = 1'000'000;  ///< Positions from which more is reachable are given up.
};

struct EstimateTally {
  std::uint64_t next = 0;      ///< The first number that is not done.
  std::uint64_t samples = 0;   ///< That were done.
  std::uint64_t explored = 0;  ///< Positions that were not decided at once.
  std::uint64_t hits = 0;      ///< Positions drawn that repeat, as often as they were drawn.
  std::uint64_t given_up = 0;  ///< Positions too large to decide.
  Sums repeating;              ///< Of f/q, where f is how many of the two positions repeat,
  Sums undecided;              ///< and where f is how many were given up.

  EstimateTally& operator+=(const EstimateTally& that);
};

struct EstimateLimits {
  Stop stop;  ///< Interrupt and deadline of all, bytes of each exploration.
  std::function<void(const EstimateTally&)> progress;  ///< After each sample.
};

struct Estimate {
  EstimateTally shard;   ///< Of this shard, over all runs.
  EstimateTally joined;  ///< Of all shards of these settings in the folder.
  std::size_t known = 0;
  End end = End::complete;  ///< If not complete, the same call goes on.
};

/// `known`: repeating positions of the board, at least one. Goes on where an earlier run with the
/// same settings into `folder` stopped. Throws FileError; FolderInUse.
Estimate run_estimate(const EstimateSettings& settings, const std::vector<std::string>& known,
                      const EstimateLimits& limits, const std::filesystem::path& folder);

}  // namespace onyx
