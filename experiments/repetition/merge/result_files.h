// What searches left in folders: the files, one at a time, as the list may not fit into memory; and
// the shards of a search with their progress, as read from their checkpoints, and which are
// missing.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/repetition/find/search_checkpoint.h"

namespace onyx {

/// Walks folders recursively, each once. Links to folders are followed only if they are named.
/// Packs can be named, too. Memory: one path per folder.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Leaves out `except`, unless it is "". Throws FileError for a name of no folder or pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");
  /// The next file with the name of a certificate, checkpoint or pack, in any order; nothing after
  /// the last. Throws FileError for a folder that cannot be read.
  std::optional<File> next();
  /// The number of folders so far that hold such files; a named pack counts as one.
  std::size_t folders() const { return holders_.size(); }

 private:
  std::vector<std::string> waiting_;         ///< Named folders and packs still to come.
  std::set<std::filesystem::path> visited_;  ///< Folders and packs, as resolved paths.
  std::set<std::filesystem::path> holders_;
  std::filesystem::recursive_directory_iterator entry_;
};

/// The path with links resolved and dots removed, as far as it exists.
std::filesystem::path resolved(const std::filesystem::path& path);

/// One shard as its checkpoint shows it.
struct ShardResult {
  std::filesystem::path file;
  ShardName name;
  std::string damage;  ///< Why the file cannot be used; then `content` is empty.
  CheckpointContent content;
  double age = 0;  ///< Seconds since the file was written, by the clock of this machine.
};

/// Damage in the checkpoint goes to `damage` instead of an exception.
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
  std::vector<ShardResult> others;  ///< Shards with other settings than most.
  std::vector<Range> missing;       ///< Ascending.
  std::uint64_t missing_count = 0;
  /// Why a shard is not complete, or was asked for less than others; "" if neither.
  std::string lack_of(const ShardResult& shard) const;
  std::optional<std::uint64_t> asked;  ///< The most that any shard was asked for.
};

/// "5x5, seed 1, 12 shards".
std::string title_of(const Series& series);
/// "2, 5-7".
std::string to_text(const std::vector<Series::Range>& ranges);
/// Sorts shards into series, by board, seed and number of shards. If a shard has several
/// checkpoints, the furthest counts.
std::vector<Series> series_of(std::vector<ShardResult> shards);

}  // namespace onyx
