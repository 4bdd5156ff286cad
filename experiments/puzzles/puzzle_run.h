// Composing puzzles by the number: many composers at work, what they find kept in order.
//
// A run takes the numbers of its shard in order until it has as many puzzles as asked for. Numbers
// are worked on in parallel and their puzzles stored in order, without those that are known by
// position, by solution pattern or by combination (shape.h), so the files depend alone on the
// program's version, settings, seed, shard, and the puzzles that were there before. They are
// written every few seconds, puzzles before the checkpoint: a run that is killed goes on from the
// checkpoint, and forgets puzzles of later numbers, which it finds again.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "core/base/stop.h"
#include "experiments/puzzles/composer.h"

namespace onyx {

struct PuzzleTally {
  std::uint64_t next = 0;        ///< The first number of the seed that is not yet done.
  std::uint64_t candidates = 0;  ///< Positions looked at.
  std::uint64_t puzzles = 0;     ///< Written by this shard.
  RejectTally rejects{};
  std::array<std::uint64_t, 5> by_difficulty{};  ///< Of the puzzles.
  std::array<std::uint64_t, 3> by_aim{};         ///< Of the puzzles.
  std::uint64_t one_reply = 0;                   ///< Of the puzzles: one reply refutes all.
  bool is_out_of_time = false;                   ///< The deadline ended the run.
};

struct PuzzleLimits {
  std::uint64_t puzzles = UINT64_MAX;  ///< To write by this shard, over all runs.
  std::uint64_t numbers = UINT64_MAX;  ///< Of the seed to do, over all shards.
  /// Puzzles that there are already: none with the position or the solution pattern of one of these
  /// is taken. They count for nothing else.
  std::vector<Puzzle> known;
  Interrupt interrupt;
  /// Ends the run with what it has.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Called with the tally of the runs before, then after each number, in order.
  std::function<void(const PuzzleTally&)> progress;
};

/// How many of a kind there may be among so many asked for, if it is `percent` of them.
std::uint64_t most_of(int percent, std::uint64_t asked_for);
/// Whether the next puzzle must not be one in which one reply refutes every wrong move. The share
/// holds at each step, whatever the number asked for, so that a run can go on to more.
bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally);

/// Of questions who wins, half are won and half lost with the position's side to move, at each
/// step: whether the next one must not be as this one is.
bool has_enough_of_side(const PuzzleTally& tally, const Puzzle& puzzle);

/// The names of a shard's files without their ends: "6x6-win-seed1-shard0of1".
std::string stem_of(const ComposeSettings& settings);

/// Composes until a limit or an interrupt, going on where an earlier run with the same settings
/// stopped. Who calls it holds the folder (folder_lock.h). Throws FileError, and InputError for a
/// damaged puzzle file.
PuzzleTally run_puzzles(const ComposeSettings& settings, const PuzzleLimits& limits,
                        const std::filesystem::path& folder);

}  // namespace onyx
