// Result folders of searches: a walk over their files, one at a time to bound memory, and the
// progress of shards, read from checkpoints.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/repetition/find/search_checkpoint.h"

namespace onyx {

/// Walks named packs, and folders recursively, visiting each folder once. Follows a link to a
/// folder only if the user named it. Memory: one path per folder.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Skips `except`, unless it is "". Throws FileError for a name that is not a folder or pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");
  /// Returns the next certificate, checkpoint or pack, in any order; nothing at the end. Throws
  /// FileError for unreadable folders.
  std::optional<File> next();
  /// The number of folders with such files so far, plus named packs.
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

/// Does not throw for a damaged checkpoint but sets `damage`.
ShardResult read_shard(const std::filesystem::path& file);
/// The number for output, from 1 to N. (Shard 0 is N, because --shard reads 0/N as N/N.)
std::uint64_t counted_number(const ShardName& name);
/// "5/12": counted_number() and the count.
std::string number_of(const ShardResult& shard);
/// In seconds. A run that has not saved for longer was killed, or a position takes very long.
inline constexpr double kSilence = 600;
/// "finished", "running", "stopped", "silent" (kSilence), "unknown" (older programs) or "damaged".
std::string state_of(const ShardResult& shard);
/// Estimated from the pace of a running shard; nothing if unknown.
std::optional<double> seconds_left(const ShardResult& shard);
/// The share of the work done, from 0 to 1; nothing if time is the only limit.
std::optional<double> share_done(const ShardResult& shard);

/// The shards with equal board, seed and number of shards.
struct Series {
  /// A range of shards, by counted_number(), inclusive.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };

  ShardName name;  ///< The name of any of its shards.
  std::string settings;
  std::vector<ShardResult> shards;  ///< One per counted_number(), ascending.
  std::vector<ShardResult> others;  ///< Shards with unusual settings.
  std::vector<Range> missing;       ///< Ascending.
  std::uint64_t missing_count = 0;
  /// Why a shard is incomplete, or was asked for fewer positions than another; "" if neither.
  std::string lack_of(const ShardResult& shard) const;
  std::optional<std::uint64_t> asked;  ///< The largest `asked` of all shards.
};

/// For example, "5x5, seed 1, 12 shards".
std::string title_of(const Series& series);
/// For example, "2, 5-7".
std::string to_text(const std::vector<Series::Range>& ranges);
/// Sorted by board, seed and number of shards. If a shard has several checkpoints, the furthest
/// counts.
std::vector<Series> series_of(std::vector<ShardResult> shards);

}  // namespace onyx
