// Composes a given number of puzzles: many composers work in parallel, and their puzzles are kept
// in order.
//
// A run takes the numbers of its shard in order until it has the number of puzzles asked for. It
// works on numbers in parallel but stores their puzzles in order, without those known by position,
// by solution pattern or by combination (shape.h). So the files depend only on the program's
// version, the settings, seed, shard, and the puzzles that existed before. Files are written every
// few seconds, puzzles before the checkpoint. A run that was killed continues from the checkpoint
// and discards puzzles of later numbers, which it finds again.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "core/base/stop.h"
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

struct PuzzleLimits {
  std::uint64_t puzzles = UINT64_MAX;  ///< Most puzzles to write by this shard, over all runs.
  std::uint64_t numbers = UINT64_MAX;  ///< Most numbers of the seed to do, over all shards.
  /// Existing puzzles. A new puzzle must differ from each in position, solution pattern and
  /// combination. They count toward no limit.
  std::vector<Puzzle> known;
  Interrupt interrupt;
  /// Ends the run; what it found so far is kept.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Called once with the tally of earlier runs, then after each number, in order.
  std::function<void(const PuzzleTally&)> progress;
};

/// The most puzzles of a kind among `asked_for`, if they may be `percent` of them.
std::uint64_t most_of(int percent, std::uint64_t asked_for);
/// Whether the next puzzle must not be one in which one reply refutes every wrong move. The
/// share holds after each puzzle, whatever the number asked for, so a run can continue to a
/// larger number.
bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally);

/// Whether there are enough `who` puzzles with the aim of this one: after each puzzle, half of them
/// are won and half lost by the position's side to move.
bool has_enough_of_side(const PuzzleTally& tally, const Puzzle& puzzle);

/// The base name of a shard's files: "6x6-win-seed1-shard0of1".
std::string stem_of(const ComposeSettings& settings);

/// Composes until a limit or an interrupt, continuing where an earlier run with the same settings
/// stopped. The caller must hold the folder's lock (folder_lock.h). Throws FileError, and
/// InputError for a damaged puzzle file.
PuzzleTally run_puzzles(const ComposeSettings& settings, const PuzzleLimits& limits,
                        const std::filesystem::path& folder);

}  // namespace onyx
