// A whole board, solved tier by tier in a folder that keeps the results: a run can be killed at any
// time, and the next one continues. A tier is all positions with the same stones on midpoints; a
// slice is the part of its values that a tier with one of these midpoints empty will read.
//
// The folder holds for each solved tier a result, its draws unless they are too many
// (tier_results.h), and a slice (solver/engine/tier_run/slice_format.h) for each reader not solved
// yet. The result is written after the tier's slices and draws; then the slices that the tier read
// are removed. So at any instant, for each slice: it exists, or its reader is done, or its maker is
// not done. If it is missing or damaged, its maker counts as not done (TierMap::to_solve).
#pragma once

#include <functional>
#include <stdexcept>

#include "experiments/boards/tier_results.h"
#include "experiments/files/checkpoint.h"

namespace onyx {

/// Upper bounds of what solving a board takes.
struct TieredNeeds {
  double memory_bytes = 0;  ///< Plus 16 bytes for each draw of a tier whose draws are kept.
  double disk_bytes = 0;    ///< For the most slices at a time, if nothing could be compressed.
};
/// The needs of a board, which must have at most kMostWholeBoardPoints points.
TieredNeeds tiered_needs(BoardSize size);

/// The disk cannot hold the slices.
class NoRoom : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TieredProgress {
  std::uint64_t done = 0;   ///< Tiers solved by this run.
  std::uint64_t total = 0;  ///< Tiers that this run has to solve, the solved ones included.
};

/// The most draws that are kept of a tier; with more, only counts and a sample are kept.
inline constexpr std::uint64_t kMostTierDraws = 20'000'000;

/// A part of a level, which is all tiers with equally many midpoints taken, for one of several runs
/// that work in the folder at the same time. The next higher level must be solved.
struct TierLevelPart {
  std::size_t taken = 0;
  Shard shard;
};

struct TieredRun {
  std::filesystem::path folder;
  TierEngine* engine = nullptr;  ///< For as many cells as the board has points; null: a TierSolver.
  TierName within;  ///< Only tiers in which at least these midpoints are taken are solved.
  std::optional<TierLevelPart> part;  ///< If set, `within` is ignored.
  ShouldStop should_stop;
  std::function<void(const TieredProgress&)> progress;  ///< Before the first tier, and after each.
  std::function<void(const std::string&)> warn;         ///< Told of files that must be made anew.
};

struct TieredBoard {
  bool is_complete = false;  ///< False if stopped.
  /// Over all tiers asked for. For a part of a level, this and what needs other files stay empty.
  CountsBySide counts;
  std::uint64_t unlisted_draws = 0;  ///< Draws of tiers that have too many to keep.
  /// By number of stones, over all tiers; samples come from tiers with fewest midpoints taken.
  std::map<int, TierDraws> draws;
  TieredProgress progress;
  std::uint64_t peak_bytes = 0;       ///< Memory, in this run.
  std::uint64_t peak_disk_bytes = 0;  ///< Slices on disk, in this run.
  std::filesystem::path list;         ///< The file with the counts of these tiers.
};

/// Throws FileError, including when another run works in the folder; NoRoom (before the first
/// tier), std::bad_alloc. Tiers whose slices are missing are solved again.
TieredBoard solve_tiered_board(BoardSize size, const TieredRun& run);

}  // namespace onyx
