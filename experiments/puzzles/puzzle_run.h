// Implements `onyx puzzles --board WxH --out DIR`: composes puzzles of the requested kinds, one run
// per kind.
//
// A run takes the numbers of its shard in order until it has enough puzzles. Numbers are composed
// in parallel, but puzzles are stored in order, without known positions, solution patterns and
// combinations (shape.h). So the files depend only on the program's version, the settings, seed,
// shard and earlier puzzles. Puzzles are written before the checkpoint: a killed run resumes from
// the checkpoint and discards the puzzles of later numbers, which it finds again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/puzzles/composer.h"

namespace onyx {

struct PuzzleTally {
  std::uint64_t next = 0;  ///< First number of the seed not done yet.
  std::uint64_t candidates = 0;
  std::uint64_t puzzles = 0;  ///< Written by this shard.
  RejectTally rejects{};
  std::array<std::uint64_t, 5> by_difficulty{};
  std::array<std::uint64_t, 3> by_aim{};
  std::uint64_t one_reply = 0;  ///< One reply refutes all wrong moves.
  bool is_out_of_time = false;  ///< The deadline ended the run.
};

/// The limit on their share holds after each puzzle, so a run can be extended.
bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally);

struct ComposeOrder {
  /// With the number of puzzles wanted from all shards together.
  std::vector<std::pair<ComposeSettings, std::uint64_t>> parts;
  std::string folder;
  std::vector<std::string> known;  ///< Files of puzzles not to be repeated.
  std::uint64_t numbers = 0;       ///< Most seed numbers to try, over all shards.
  std::optional<double>
      time_limit;  ///< In seconds, divided among the parts by their numbers of puzzles.
};

/// Locks the folder, composes, and prints the puzzles found and the reasons if they are too few.
/// Returns the exit code: 3 if time was up first. Throws InputError, FileError.
int compose_files(const ComposeOrder& order, bool as_json);

}  // namespace onyx
