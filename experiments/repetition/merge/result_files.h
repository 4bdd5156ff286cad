// The results of searches in folders: files, one at a time to bound memory, and shards with their
// progress from checkpoints.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/repetition/find/search_checkpoint.h"

namespace onyx {

/// Walks folders recursively, each once, and named packs. Follows links to folders only if they are
/// named. Memory: one path per folder.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Skips `except`, unless it is "". Throws FileError for a name of no folder or pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");
  /// The next certificate, checkpoint or pack, in any order; nothing at the end. Throws FileError
  /// for unreadable folders.
  std::optional<File> next();
  /// Folders with such files so far; a named pack counts as one.
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
  std::string damage;  ///< Why the file cannot be used; then `content` is empty.
  CheckpointContent content;
  double age = 0;  ///< Seconds since the last write, by this machine's clock.
};

/// Reports a damaged checkpoint in `damage`.
ShardResult read_shard(const std::filesystem::path& file);
/// From 1 to N, as in all output. (Option --shard takes 0 for N, too.)
std::uint64_t counted_number(const ShardName& name);
/// "5/12", by counted_number().
std::string number_of(const ShardResult& shard);
/// After this many seconds, a silent run was killed or is at a long position.
inline constexpr double kSilence = 600;
/// "finished", "running", "stopped", "silent" (kSilence), "unknown" (older programs), "damaged".
std::string state_of(const ShardResult& shard);
/// Until a running shard ends, at its present pace; nothing if unknown.
std::optional<double> seconds_left(const ShardResult& shard);
/// From 0 to 1; nothing if time is the only limit.
std::optional<double> share_done(const ShardResult& shard);

/// Shards with equal board, seed and number of shards.
struct Series {
  /// Counted from 1, inclusive.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };

  ShardName name;  ///< Any shard's name.
  std::string settings;
  std::vector<ShardResult> shards;  ///< One per number found, ascending.
  std::vector<ShardResult> others;  ///< With unusual settings.
  std::vector<Range> missing;       ///< Ascending.
  std::uint64_t missing_count = 0;
  /// Why a shard is incomplete or was asked for less than others; "" if neither.
  std::string lack_of(const ShardResult& shard) const;
  std::optional<std::uint64_t> asked;  ///< The most of any shard.
};

/// "5x5, seed 1, 12 shards".
std::string title_of(const Series& series);
/// "2, 5-7".
std::string to_text(const std::vector<Series::Range>& ranges);
/// Sorted by board, seed and number of shards. Of several checkpoints for a shard, the furthest
/// counts.
std::vector<Series> series_of(std::vector<ShardResult> shards);

}  // namespace onyx
