// Walks the result folders of searches, one file at a time to bound memory, and reads the progress
// of shards from checkpoints.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/repetition/find/search_checkpoint.h"

namespace onyx {

/// Finds the result files in the named folders, at any depth, and the named packs. Visits each
/// folder once; follows a link to a folder only if it was named. Remembers only folders and packs.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Skips `except` unless it is empty. Throws FileError unless each name is a folder or a pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");
  /// Returns the next file, in no particular order; nothing at the end. Throws FileError if a
  /// folder cannot be read.
  std::optional<File> next();
  /// Returns the number of folders in which next() has found files, plus the number of named packs.
  std::size_t folders() const { return holders_.size(); }

 private:
  std::vector<std::string> waiting_;         ///< Named folders and packs to visit.
  std::set<std::filesystem::path> visited_;  ///< Folders and packs, as resolved paths.
  std::set<std::filesystem::path> holders_;
  std::filesystem::recursive_directory_iterator entry_;
};

std::filesystem::path resolved(const std::filesystem::path& path);

struct ShardResult {
  std::filesystem::path file;
  ShardName name;
  std::string damage;  ///< Why the checkpoint is unusable; then `content` is empty.
  CheckpointContent content;
  double age = 0;  ///< Seconds since the last write, by this machine's clock.
};

/// Reads the checkpoint of a shard. Sets `damage` if the file is damaged; does not throw.
ShardResult read_shard(const std::filesystem::path& file);
/// Returns the number to display, 1 to N. (Shard 0 is shown as N: --shard reads N/N as 0/N.)
std::uint64_t counted_number(const ShardName& name);
/// Returns the displayed number and the number of shards, such as "5/12".
std::string number_of(const ShardResult& shard);
/// In seconds. A run that has not saved for longer was killed or is at a very hard position.
inline constexpr double kSilence = 600;
/// Returns "finished", "running", "stopped", "silent" (see kSilence) or "damaged".
std::string state_of(const ShardResult& shard);
/// Estimates the time left from the shard's pace; nothing unless it runs and its pace is known.
std::optional<double> seconds_left(const ShardResult& shard);
/// Returns the share of the work done, from 0 to 1; nothing if the run has no limit on positions.
std::optional<double> share_done(const ShardResult& shard);

/// All shards of one search: their board, seed and number of shards are equal.
struct Series {
  /// The first and the last of a range of displayed shard numbers (counted_number()).
  using Range = std::pair<std::uint64_t, std::uint64_t>;

  ShardName name;  ///< The name of one of the shards.
  std::string settings;
  std::vector<ShardResult> shards;  ///< At most one per number, in ascending order.
  std::vector<ShardResult> others;  ///< Shards whose settings differ from `settings`.
  std::vector<Range> missing;       ///< In ascending order.
  std::uint64_t missing_count = 0;
  /// Returns why a shard is incomplete or its limit on positions is below `asked`; "" if neither.
  std::string lack_of(const ShardResult& shard) const;
  std::optional<std::uint64_t> asked;  ///< The highest limit on positions of any shard.
};

/// For example, "5x5, seed 1, 12 shards".
std::string title_of(const Series& series);
/// For example, "2, 5-7".
std::string to_text(const std::vector<Series::Range>& ranges);
/// Groups shards into series, sorted by board, seed and number of shards. If a shard has several
/// checkpoints, keeps the one with the most progress.
std::vector<Series> series_of(std::vector<ShardResult> shards);

}  // namespace onyx
