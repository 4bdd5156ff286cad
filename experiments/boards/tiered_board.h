// A whole board, solved tier by tier in a folder; killed runs can be continued. A tier is all
// positions with the same stones on midpoints. A slice is the part of its values that a tier with
// one of these midpoints empty will read.
//
// For each solved tier the folder holds a result, its draws unless too many (tier_results.h), and a
// slice (solver/engine/tier_run/slice_format.h) for each unsolved reader. A result is written after
// the tier's slices and draws; then the slices that it read are removed. So each slice exists, or
// its reader is done, or its maker is not done. If it is missing or damaged, its maker counts as
// not done (TierMap::to_solve).
#pragma once

#include <functional>
#include <stdexcept>

#include "experiments/boards/tier_results.h"
#include "experiments/files/checkpoint.h"

namespace onyx {

/// Upper bounds for solving a board.
struct TieredNeeds {
  double memory_bytes = 0;  ///< Plus 16 bytes per draw kept of a tier.
  double disk_bytes = 0;    ///< For the most slices at a time, uncompressed.
};
/// For boards of at most kMostWholeBoardPoints points.
TieredNeeds tiered_needs(BoardSize size);

/// The disk cannot hold the slices.
class NoRoom : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TieredProgress {
  std::uint64_t done = 0;   ///< By this run.
  std::uint64_t total = 0;  ///< For this run, done ones included.
};

/// With more draws, a tier keeps only counts and a sample.
inline constexpr std::uint64_t kMostTierDraws = 20'000'000;

/// A part of a level (all tiers with equal numbers of midpoints taken), for one of several
/// simultaneous runs in the folder. The next higher level must be solved.
struct TierLevelPart {
  std::size_t taken = 0;
  Shard shard;
};

struct TieredRun {
  std::filesystem::path folder;
  TierEngine* engine = nullptr;       ///< For as many cells as points; null: a TierSolver.
  TierName within;                    ///< Solve only tiers with at least these midpoints taken.
  std::optional<TierLevelPart> part;  ///< If set, `within` is ignored.
  ShouldStop should_stop;
  std::function<void(const TieredProgress&)> progress;  ///< Before the first tier and after each.
  std::function<void(const std::string&)> warn;         ///< About files to be made again.
};

struct TieredBoard {
  bool is_complete = false;  ///< False if stopped.
  /// Over all tiers asked for. For a part of a level, `counts` and all that needs other files stay
  /// empty.
  CountsBySide counts;
  std::uint64_t unlisted_draws = 0;  ///< In tiers with too many.
  /// By number of stones; samples from the tiers with fewest midpoints taken.
  std::map<int, TierDraws> draws;
  TieredProgress progress;
  std::uint64_t peak_bytes = 0;       ///< In this run.
  std::uint64_t peak_disk_bytes = 0;  ///< Slices, in this run.
  std::filesystem::path list;         ///< The counts of these tiers.
};

/// Throws FileError, also when another run works in the folder; NoRoom (before the first tier);
/// std::bad_alloc. Solves tiers with missing slices again.
TieredBoard solve_tiered_board(BoardSize size, const TieredRun& run);

}  // namespace onyx
