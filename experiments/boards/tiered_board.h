// Solves a whole board tier by tier in a folder; a killed run can be continued. A tier is all
// positions with the same stones on midpoints. A slice holds the values of one tier (its maker)
// that one other tier (its reader) needs; the reader lacks one of the maker's midpoint stones.
//
// For each solved tier the folder holds a result, a list of its draws unless there are too many
// (tier_results.h), and a slice (solver/engine/tier_run/slice_format.h) for each unsolved reader.
// The slices and draws are written first, then the result; then the slices that the tier read are
// removed. So a slice is missing if its maker is unsolved, if its reader is solved, or if the run
// that solved the maker did not want the reader. If a reader needs a missing or damaged slice, the
// maker is solved again (TierMap::to_solve).
#pragma once

#include <functional>
#include <stdexcept>

#include "experiments/boards/tier_results.h"
#include "experiments/files/checkpoint.h"

namespace onyx {

/// Upper bounds on the memory and disk space that solving a board needs.
struct TieredNeeds {
  double memory_bytes = 0;  ///< Excludes 16 bytes for each listed draw of a tier.
  double disk_bytes = 0;    ///< Peak size of the slices on disk, uncompressed.
};
/// The board must have at most kMostWholeBoardPoints points.
TieredNeeds tiered_needs(BoardSize size);

/// Thrown if the disk cannot hold the slices.
struct NoRoom : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct TieredProgress {
  std::uint64_t done = 0;   ///< Tiers solved by this run.
  std::uint64_t total = 0;  ///< All tiers of this run.
};

/// Maximum number of draws listed for a tier. A tier with more keeps only counts and a sample.
inline constexpr std::uint64_t kMostTierDraws = 20'000'000;

/// A part of a level, for one of several simultaneous runs in a folder. A level is all tiers with
/// the same number of midpoints taken. The next higher level must be solved.
struct TierLevelPart {
  std::size_t taken = 0;
  Shard shard;
};

struct TieredRun {
  std::filesystem::path folder;
  TierEngine* engine = nullptr;       ///< Must have one cell per point; null: use a TierSolver.
  TierName within;                    ///< Solve only tiers with at least these midpoints taken.
  std::optional<TierLevelPart> part;  ///< If set, `within` is ignored.
  ShouldStop should_stop;
  std::function<void(const TieredProgress&)> progress;  ///< Called initially and after each tier.
  std::function<void(const std::string&)> warn;         ///< Called for each bad slice.
};

struct TieredBoard {
  bool is_complete = false;
  /// Sums over all tiers asked for. For a part of a level, `counts`, `draws` and `list` stay empty,
  /// because they need files of other runs.
  CountsBySide counts;
  std::uint64_t unlisted_draws = 0;  ///< Draws in tiers with too many to list.
  /// Indexed by number of stones. Tiers with the fewest midpoints taken come first in samples.
  std::map<int, TierDraws> draws;
  TieredProgress progress;
  std::uint64_t peak_bytes = 0;       ///< In memory, in this run.
  std::uint64_t peak_disk_bytes = 0;  ///< For slices, in this run.
  std::filesystem::path list;         ///< A file with the counts of each tier.
};

/// Solves tiers again if their slices are missing. Throws FileError, for example if another run
/// works in the folder; NoRoom, before the first tier; std::bad_alloc.
TieredBoard solve_tiered_board(BoardSize size, const TieredRun& run);

}  // namespace onyx
