// The file that says how far a shard of a search has come.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/files/checkpoint.h"
#include "experiments/repetition/find/search.h"

namespace onyx {

/// Settings in one line, as certificates and checkpoints carry them: all that positions depend on
/// besides seed and number.
std::string describe(const SearchSettings& settings);

/// Which shard a checkpoint is of: its file name says it.
struct ShardName {
  BoardSize board;
  std::uint64_t seed = 0;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;

  friend bool operator==(const ShardName&, const ShardName&) = default;
};

std::string checkpoint_name(const ShardName& name);
/// Nothing if that is no name of a checkpoint.
std::optional<ShardName> parse_checkpoint_name(const std::string& file_name);

/// What a run has done since it began, and when it will stop; for those who watch it.
struct RunPace {
  double seconds = 0;
  std::optional<double> seconds_left;  ///< Until its time is up, if it was given one.
  std::uint64_t numbers = 0;           ///< Of the seed, over all shards.
  std::uint64_t positions = 0;
  std::uint64_t states = 0;
  std::uint64_t classes = 0;
};

/// What the run that wrote a checkpoint was asked to do, and what became of it.
struct RunNote {
  enum class State : std::uint8_t {
    unknown,   ///< Written by a program that did not say.
    running,   ///< Or killed: nobody wrote anything else since.
    stopped,   ///< By an interrupt, or by its time before all positions were done.
    finished,  ///< All positions are done; or time was the only limit, and it is up.
  };
  State state = State::unknown;
  std::optional<std::uint64_t> asked;  ///< Numbers of the seed to do, over all shards.
  /// Not kept when all positions are done: but for the seconds that it took, the file is then the
  /// same, however that came about.
  std::optional<RunPace> pace;
};

struct CheckpointContent {
  std::string program;   ///< The version that wrote it; "" if it does not say.
  std::string settings;  ///< As describe() gives them.
  SearchTally tally;
  RunNote note;
};

/// Throws FileError for a file that is no checkpoint or is damaged.
CheckpointContent read_checkpoint(const std::filesystem::path& path);

/// The checkpoint of a shard, in a file of its own for every (board, seed, shard).
class SearchCheckpoint {
 public:
  SearchCheckpoint(const std::filesystem::path& folder, const SearchSettings& settings);

  /// The tally so far, or a fresh one if there is no file. Throws FileError for a damaged file, or
  /// one of a run with other settings.
  SearchTally load() const;
  /// Leaves the file as it is if another run of this shard, at the same time, is further. Throws
  /// FileError, also if the other one has other settings.
  void save(const SearchTally& tally, const RunNote& note) const;

 private:
  Checkpoint file_;
};

}  // namespace onyx
