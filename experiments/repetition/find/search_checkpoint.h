// The file that records how far a shard of a search has come.
#pragma once

#include "experiments/files/checkpoint.h"
#include "experiments/repetition/find/search.h"

namespace onyx {

/// The settings that positions depend on, except seed and number, in one line.
std::string describe(const SearchSettings& settings);

struct ShardName {
  BoardSize board;
  std::uint64_t seed = 0;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
  friend bool operator==(const ShardName&, const ShardName&) = default;
};

std::string checkpoint_name(const ShardName& name);
/// Nothing for a file name that is not of this form.
std::optional<ShardName> parse_checkpoint_name(const std::string& file_name);

/// A run's progress, for status displays.
struct RunPace {
  double seconds = 0;
  std::optional<double> seconds_left;  ///< Until its time limit, if it has one.
  std::uint64_t numbers = 0;           ///< Numbers of the seed, over all shards.
  std::uint64_t positions = 0;
  std::uint64_t states = 0;
  std::uint64_t classes = 0;
};

/// The task of a run, and its state.
struct RunNote {
  enum class State : std::uint8_t {
    unknown,   ///< Not stated by the program.
    running,   ///< Or killed.
    stopped,   ///< By an interrupt, or by the time limit before all positions were done.
    finished,  ///< All positions are done; or time was the only limit, and it is up.
  };
  State state = State::unknown;
  std::optional<std::uint64_t> asked;  ///< Numbers of the seed to do, over all shards.
  /// Empty when all positions are done.
  std::optional<RunPace> pace;
};
/// By RunNote::State.
inline constexpr std::array kRunStates{"unknown", "running", "stopped", "finished"};

struct CheckpointContent {
  std::string program;   ///< "" if the file does not say.
  std::string settings;  ///< describe().
  SearchTally tally;
  RunNote note;
};

/// Throws FileError for a damaged file or one that is not a checkpoint.
CheckpointContent read_checkpoint(const std::filesystem::path& path);

/// Every (board, seed, shard) has its own file.
class SearchCheckpoint {
 public:
  SearchCheckpoint(const std::filesystem::path& folder, const SearchSettings& settings);
  /// An empty tally if there is no file. Throws FileError if it is damaged or has other settings.
  SearchTally load() const;
  /// Keeps a later state saved by another run of this shard. Throws FileError, also if that run has
  /// other settings.
  void save(const SearchTally& tally, const RunNote& note) const;

 private:
  Checkpoint file_;
};

}  // namespace onyx
