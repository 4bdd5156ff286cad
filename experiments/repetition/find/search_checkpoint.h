// The checkpoint of a shard of a search.
#pragma once

#include "experiments/files/checkpoint.h"
#include "experiments/repetition/find/search.h"

namespace onyx {

/// Describes in one line all settings that positions depend on, except the seed.
std::string describe(const SearchSettings& settings);

struct ShardName {
  BoardSize board;
  std::uint64_t seed = 0;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
  friend bool operator==(const ShardName&, const ShardName&) = default;
};

std::string checkpoint_name(const ShardName& name);
/// Inverts checkpoint_name(). Returns nothing for other file names.
std::optional<ShardName> parse_checkpoint_name(const std::string& file_name);

/// A run's progress, for status displays.
struct RunPace {
  double seconds = 0;
  std::optional<double> seconds_left;  ///< Until the run's time limit; nothing if it has none.
  std::uint64_t numbers = 0;           ///< Position numbers passed in this run, over all shards.
  std::uint64_t positions = 0;
  std::uint64_t states = 0;
  std::uint64_t classes = 0;
};

struct RunNote {
  enum class State : std::uint8_t {
    running,   ///< Still running, or killed.
    stopped,   ///< Ended by an interrupt, or by a time limit before the positions were done.
    finished,  ///< All positions are done, or the time limit was the only limit.
  };
  State state = State::running;
  std::optional<std::uint64_t> asked;  ///< The limit SearchLimits::positions.
  /// Unset once all positions are done.
  std::optional<RunPace> pace;
};
/// Indexed by RunNote::State.
inline constexpr std::array kRunStates{"running", "stopped", "finished"};

struct CheckpointContent {
  std::string program;
  std::string settings;  ///< As describe() returns them.
  SearchTally tally;
  RunNote note;
};

/// Throws FileError if the file is damaged or is not a checkpoint.
CheckpointContent read_checkpoint(const std::filesystem::path& path);

/// The checkpoint file of one (board, seed, shard).
class SearchCheckpoint {
 public:
  SearchCheckpoint(const std::filesystem::path& folder, const SearchSettings& settings);
  /// Returns an empty tally if there is no file. Throws FileError for damage or other settings.
  SearchTally load() const;
  /// Saves the progress, unless another run of this shard has saved a later state. Throws
  /// FileError, for example if that run has other settings.
  void save(const SearchTally& tally, const RunNote& note) const;

 private:
  Checkpoint file_;
};

}  // namespace onyx
