// The shards of a search: their progress, and which are missing, as read from their checkpoints.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/repetition/find/search_checkpoint.h"

namespace onyx {

/// One shard as its checkpoint shows it.
struct ShardResult {
  std::filesystem::path file;
  ShardName name;
  std::string damage;  ///< Why the file cannot be used; then `content` is empty.
  CheckpointContent content;
  double age = 0;  ///< Seconds since the file was written, by the clock of this machine.
};

/// Reads a checkpoint. Damage in the file goes to `damage` instead of an exception.
ShardResult read_shard(const std::filesystem::path& file);

/// The shard's number from 1 to N, as all output shows it. (Option --shard takes 0 for N, too.)
std::uint64_t counted_number(const ShardName& name);
/// "5/12", by counted_number().
std::string number_of(const ShardResult& shard);

/// After this many seconds without a write, a run was killed or its current position takes long.
inline constexpr double kSilence = 600;

/// "finished", "running", "stopped"; "silent" for a run that has not written for kSilence;
/// "unknown" if the program that wrote the checkpoint did not say; "damaged".
std::string state_of(const ShardResult& shard);

/// Seconds until a running shard ends, at its present pace, or nothing if that is not known.
std::optional<double> seconds_left(const ShardResult& shard);

/// The share done of the positions asked for, from 0 to 1; nothing if time is the only limit.
std::optional<double> share_done(const ShardResult& shard);

/// The shards of one search: those with the same board, seed and number of shards.
struct Series {
  /// Shards from `first` to `last`, counted from 1.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };

  ShardName name;  ///< The name of any of the shards.
  std::string settings;
  std::vector<ShardResult> shards;  ///< One for each number that was found, ascending.
  /// Shards with other settings than most.
  std::vector<ShardResult> others;
  std::vector<Range> missing;  ///< Ascending.
  std::uint64_t missing_count = 0;

  /// Why a shard of the series is not complete; "" if it is. A shard may have been asked for fewer
  /// positions than others.
  std::string lack_of(const ShardResult& shard) const;
  std::optional<std::uint64_t> asked;  ///< The most that any shard was asked for.
};

/// "5x5, seed 1, 12 shards".
std::string title_of(const Series& series);

/// "2, 5-7".
std::string to_text(const std::vector<Series::Range>& ranges);

/// Sorts shards into series, ordered by board, seed and number of shards. If a shard has several
/// checkpoints, the furthest counts. O(n log n); the order of the shards does not matter.
std::vector<Series> series_of(std::vector<ShardResult> shards);

}  // namespace onyx
