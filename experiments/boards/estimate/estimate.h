// How many positions of a board repeat, where they are too many to count: an unbiased estimate with
// its standard error. A position counts if it is a draw: play from it comes round, whether or not
// it lies on the cycle itself.
//
// Draws are counted by the classes that they lead to (basin.h), and classes by the cycles of eight
// plies in them, which are planted in random surroundings with known probabilities (short_cycles.h,
// proposal.h). Each step is unbiased, whatever is known. What is not counted are draws that lead
// only to classes without a cycle of eight plies; on 4x5 there are none, and of the thousands of
// classes of 5x5 and 6x6 that were looked at none is of that kind.
//
// A sample is a thousand draws, or as many as the settings say: of a larger board fewer, since it
// is done as a whole. Sample number n of a seed is a function of (known cycles, settings, n) alone,
// and each position is decided exactly or given up as too large; so an estimate can be had again,
// and shards join. What is given up counts as not repeating, and how much that might come to is
// estimated too.
//
// The standard error is that of the samples, which are independent and alike. Their weights have a
// long tail: what is unlike all that is known is met seldom, and counts much. As long as no sample
// makes up much of the sum (`largest`), enough of these were met, and the error is honest; else
// both the estimate and its error are, more often than not, too low.
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
  std::uint64_t draws = 1000;            ///< Of a sample.
  std::uint64_t learn = 200;             ///< Samples to learn from first; see learning.h.
  std::uint64_t max_states = 1'000'000;  ///< Positions whose search visits more are given up.
};

struct EstimateTally {
  std::uint64_t next = 0;      ///< The first number that is not done.
  std::uint64_t samples = 0;   ///< That were done.
  std::uint64_t explored = 0;  ///< Positions that were not decided at once.
  std::uint64_t hits = 0;      ///< Classes that were met and looked at, as often as they were.
  std::uint64_t given_up = 0;  ///< Positions too large to decide.
  Sums repeating;              ///< What each sample says of the number.
  Sums undecided;              ///< The same of positions that were given up.
  double largest = 0;          ///< Of what a sample says of the number.

  EstimateTally& operator+=(const EstimateTally& that);
};

struct EstimateLimits {
  Stop stop;  ///< Interrupt and deadline of all, bytes of each exploration.
  std::function<void(const EstimateTally&)> progress;  ///< After each sample.
  /// With samples learnt from and starts found, after each of these samples.
  std::function<void(std::uint64_t, std::size_t)> learning;
};

struct Estimate {
  EstimateTally shard;      ///< Of this shard, over all runs.
  EstimateTally joined;     ///< Of all shards of these settings in the folder.
  std::size_t known = 0;    ///< Known starts of cycles of eight plies, symmetric ones, too.
  std::size_t learnt = 0;   ///< Further ones that were found near them.
  End end = End::complete;  ///< If not complete, the same call goes on.
};

/// `known`: cycles of the board, each by its positions; only those of eight plies are of use. Goes
/// on where an earlier run with the same settings into `folder` stopped. Throws FileError;
/// FolderInUse.
Estimate run_estimate(const EstimateSettings& settings,
                      const std::vector<std::vector<std::string>>& known,
                      const EstimateLimits& limits, const std::filesystem::path& folder);

}  // namespace onyx
