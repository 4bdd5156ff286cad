// Implements `onyx puzzles --board WxH --out DIR`: composes puzzles of the requested kinds, one run
// per kind, and reports progress and outcome.
//
// A run takes the numbers of its shard in order until it has the number of puzzles asked for.
// Composers work on numbers in parallel, but the puzzles are stored in order, without those known
// by position, by solution pattern or by combination (shape.h). So the files depend only on the
// program's version, the settings, seed, shard, and the puzzles that existed before. Puzzles are
// written before the checkpoint: a run that was killed continues from the checkpoint and discards
// puzzles of later numbers, which it finds again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/puzzles/composer.h"

namespace onyx {

struct PuzzleTally {
  std::uint64_t next = 0;        ///< The first number of the seed that is not done yet.
  std::uint64_t candidates = 0;  ///< Positions examined.
  std::uint64_t puzzles = 0;     ///< Written by this shard.
  RejectTally rejects{};
  std::array<std::uint64_t, 5> by_difficulty{};  ///< Puzzles by difficulty.
  std::array<std::uint64_t, 3> by_aim{};         ///< Puzzles by aim.
  std::uint64_t one_reply = 0;                   ///< Puzzles in which one reply refutes all.
  bool is_out_of_time = false;                   ///< The deadline ended the run.
};

/// Whether there are enough puzzles in which one reply refutes every wrong move. The limit on their
/// share holds after each puzzle, not only at the end, so a run can continue to a larger number.
bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally);

struct ComposeOrder {
  /// The runs in order, each with the number of puzzles wanted from all shards together.
  std::vector<std::pair<ComposeSettings, std::uint64_t>> parts;
  std::string folder;
  std::vector<std::string> known;    ///< Files of existing puzzles, not to be repeated.
  std::uint64_t numbers = 0;         ///< Most seed numbers to work on, over all shards.
  std::optional<double> time_limit;  ///< In seconds; the runs share it by their numbers of puzzles.
};

/// Locks the folder, composes, and prints the outcome: the puzzles found and, if too few were
/// found, the most frequent reasons for rejection. Returns the exit code (3 if time was up before
/// all puzzles were found). Throws InputError, FileError.
int compose_files(const ComposeOrder& order, bool as_json);

}  // namespace onyx
