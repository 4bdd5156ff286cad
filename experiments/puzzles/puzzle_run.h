// Implements `onyx puzzles --board WxH --out DIR`: composes puzzles of the requested kinds, one run
// per kind.
//
// A run composes the numbers of its shard (composer.h) until it has enough puzzles. Threads compose
// numbers in parallel, but the run stores puzzles in the order of their numbers, and rejects known
// positions, solution patterns and combinations (shape.h). So without a time limit the files depend
// only on the program's version, settings, seed, shard, number wanted and known puzzles. Each save
// writes the puzzles before the checkpoint. If the program is killed in between, the next run
// discards the puzzles of numbers beyond the checkpoint, and composes these numbers again.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/puzzles/composer.h"

namespace onyx {

struct PuzzleTally {
  std::uint64_t next = 0;  ///< First unfinished number of the seed.
  std::uint64_t candidates = 0;
  std::uint64_t puzzles = 0;  ///< Number of puzzles written by this shard.
  RejectTally rejects{};
  std::array<std::uint64_t, 5> by_difficulty{};
  std::array<std::uint64_t, 3> by_aim{};
  std::uint64_t one_reply = 0;  ///< Puzzles in which one reply refutes all wrong moves.
  bool is_out_of_time = false;  ///< Whether the deadline ended the run.
};

/// Whether ComposeSettings::one_reply forbids one more puzzle in which one reply refutes all wrong
/// moves. The limit holds after each puzzle, so that a run can be extended.
bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally);

struct ComposeOrder {
  /// Settings, each with the number of puzzles wanted from all shards together.
  std::vector<std::pair<ComposeSettings, std::uint64_t>> parts;
  std::string folder;
  std::vector<std::string> known;      ///< Files of puzzles not to be repeated.
  std::uint64_t numbers = UINT64_MAX;  ///< Seed numbers to try: 0 to numbers - 1, over all shards.
  double seconds = -1;  ///< Time limit, shared in proportion to the parts' puzzles; negative: none.
};

/// Locks the folder, composes, and prints the number of puzzles, with reasons if there are too few.
/// Returns the exit code: 3 if the time limit ended a run. Throws InputError, FileError.
int compose_files(const ComposeOrder& order, bool as_json);

}  // namespace onyx
