// A whole board, solved tier by tier in a folder that keeps what is done: any run can be killed,
// and the next one goes on.
//
// Per tier the folder has a result (tier_results.h), its draws if there are any (draw_files.h), and
// a slice for each tier that will read it and is not solved yet (disk_slices.h). A tier is done
// when its result is there, and its draws, unless they are too many; the result is written after
// the tier's slices and draws, and the slices that it read are removed after that. So at any
// instant each slice is there, or its reader is done, or its maker is not; where a slice is missing
// or damaged all the same, its maker counts as not done (TierMap::to_solve).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "experiments/boards/tier_results.h"
#include "experiments/files/shard.h"

namespace onyx {

/// What a board may take at most.
struct TieredNeeds {
  double memory_bytes = 0;  ///< Beside that, 16 bytes for each draw of a tier that is kept.
  double disk_bytes = 0;    ///< Of slices at a time, if nothing could be compressed.
};
/// At most kMostWholeBoardPoints.
TieredNeeds tiered_needs(BoardSize size);

/// The disk cannot hold the slices.
class NoRoom : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TieredProgress {
  std::uint64_t done = 0;   ///< Tiers solved by this run,
  std::uint64_t total = 0;  ///< and those that it has to solve.
};

/// Draws of a tier that are kept; of more only counts and a sample.
inline constexpr std::uint64_t kMostTierDraws = 20'000'000;

/// A part of the tiers with equally many midpoints taken, for one of several runs that work in the
/// folder at the same time. Those of the level above must be solved.
struct TierLevelPart {
  std::size_t taken = 0;
  Shard shard;
};

struct TieredRun {
  std::filesystem::path folder;
  TierEngine* engine = nullptr;  ///< For as many cells as the board has points; null: a TierSolver.
  TierName within;  ///< Only tiers in which at least these midpoints are taken are solved.
  std::optional<TierLevelPart> part;  ///< Then `within` is not looked at.
  ShouldStop should_stop;
  std::function<void(const TieredProgress&)> progress;  ///< Before the first tier, and after each.
  std::function<void(const std::string&)> warn;         ///< Of files that must be made anew.
};

struct TieredBoard {
  bool is_complete = false;  ///< False if stopped.
  /// Over all tiers that were asked for, as WholeBoard has them. Of a part of a level this and
  /// what follows from other files stays empty.
  CountsBySide counts;
  std::uint64_t unlisted_draws = 0;  ///< Of tiers that have too many to keep.
  /// By number of stones, over all tiers; the samples are those of the tiers with fewest midpoints.
  std::map<int, TierDraws> draws;
  TieredProgress progress;
  std::uint64_t peak_bytes = 0;       ///< Of memory, of this run.
  std::uint64_t peak_disk_bytes = 0;  ///< Of slices, of this run.
  std::filesystem::path list;         ///< The file with the counts of these tiers.
};

/// Throws FileError, also where another run is at work in the folder; NoRoom (before the first
/// tier), std::bad_alloc.
/// A run within some tiers needs no others, since midpoint stones stay; a later one that is asked
/// for more solves those again whose slices it misses.
TieredBoard solve_tiered_board(BoardSize size, const TieredRun& run);

}  // namespace onyx
