// Games of two players of given sights (solver/play/sighted_player.h) against each other: how often
// they meet a drawn position, and how often a position comes back.
//
// Game number n of a seed is a function of (setup, sights, noise, seed, n) alone. The values that
// are found of its positions depend on nothing else but the nodes that a value may take. A shard
// plays the games whose numbers are congruent to its own. Games are played in parallel and stored
// in order, so the files depend neither on threads nor on interruptions: each shard has two in the
// folder,
//     selfplay-...-shardIofN.games   a game record a line, in the order of their numbers
//     selfplay-...-shardIofN.json    the checkpoint, with all that the summary adds up
// which are written every few seconds, records first. A run that was killed goes on from the
// checkpoint, and plays games that it does not count again.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/player.h"
#include "experiments/files/shard.h"

namespace onyx {

/// A game that goes on for longer than this many plies for each place of the board is broken off.
/// None of those that were looked at came near.
inline constexpr std::size_t kMostPliesForPlace = 4;

struct SelfplaySettings {
  std::string setup;          ///< Canonical.
  std::array<int, 2> sights;  ///< By player; odd.
  int noise = 100;            ///< As in PlayStyle.
  std::uint64_t seed = 1;
  std::uint64_t games = 0;  ///< Of all shards together.
  Shard shard;
  std::uint64_t value_nodes = 0;  ///< That a proof-number search of a position may expand.
};

/// A position of a game that is a draw.
struct DrawnPosition {
  std::uint64_t game = 0;  ///< Its number, from 0.
  std::uint64_t ply = 0;   ///< Plies played before.
  std::string position;
};

/// A game whose last position was there before.
struct ReturningGame {
  std::uint64_t game = 0;
  std::uint64_t from = 0;  ///< The position after this many plies
  std::uint64_t to = 0;    ///< returns after this many.
  std::string position;
};

struct SelfplayTally {
  std::uint64_t next = 0;  ///< The first number of the shard that is not done, or less.
  std::uint64_t games = 0;
  std::uint64_t v_wins = 0;
  std::uint64_t h_wins = 0;
  std::uint64_t too_long = 0;  ///< Games that were broken off.
  std::uint64_t plies = 0;
  std::uint64_t shortest = 0;  ///< In plies; 0 if there is no game.
  std::uint64_t longest = 0;   ///< In plies.
  std::uint64_t captures = 0;  ///< Pairs of stones.
  std::uint64_t games_with_captures = 0;
  std::uint64_t games_with_draws = 0;  ///< That met a drawn position.
  std::uint64_t positions = 0;         ///< Of all games, the last ones included.
  std::uint64_t undecided = 0;         ///< Of these, whose values were not found.
  std::vector<DrawnPosition> drawn;    ///< Every one that was met, by game, then by ply.
  std::vector<ReturningGame> returning;

  SelfplayTally& operator+=(const SelfplayTally& that);
};

struct SelfplayLimits {
  Stop stop;                                           ///< Interrupt and deadline of all.
  double seconds_between_saves = 10;                   ///< Of the checkpoint.
  std::function<void(const SelfplayTally&)> progress;  ///< After each game.
};

struct Selfplay {
  SelfplayTally shard;                         ///< Of this shard, over all runs.
  SelfplayTally joined;                        ///< Of all shards of these settings in the folder.
  std::uint64_t distinct = 0;                  ///< Of the games joined, how many differ.
  std::vector<std::filesystem::path> records;  ///< The files of games joined.
  End end = End::complete;                     ///< If not complete, the same call goes on.
};

/// Goes on where an earlier run with the same settings into `folder` stopped. Throws FileError;
/// FolderInUse.
Selfplay run_selfplay(const SelfplaySettings& settings, const SelfplayLimits& limits,
                      const std::filesystem::path& folder);

}  // namespace onyx
