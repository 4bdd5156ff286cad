// Plays games between two players of given sights (solver/play/sighted_player.h) or levels
// (solver/play/opponent.h), and counts results. Game n depends only on (setup, players, noise,
// random plies, seed, n); its values also depend on the node limit and known certificates. Shard I
// of N plays the games congruent to I modulo N in parallel, and stores them in order in two files:
//     selfplay-...-shardIofN.games   one game record per line
//     selfplay-...-shardIofN.json    the checkpoint, with the counts for the summary
// The records are saved first. After a kill, the next run repeats games not in the checkpoint.
#pragma once

#include <array>

#include "core/base/stop.h"
#include "experiments/files/checkpoint.h"

namespace onyx {

/// Maximum plies of a game, per place of the board. No game has come near this limit so far.
inline constexpr std::size_t kMostPliesForPlace = 4;

struct SelfplaySettings {
  std::string setup;
  std::array<int, 2> sights{0, 0};  ///< In plies, odd; indexed by player.
  std::array<int, 2> levels{0, 0};  ///< Indexed by player; 0 if the player plays by sight.
  int noise = 100;                  ///< As in PlayStyle, for play by sight.
  int random_plies = 0;             ///< Random plies at the start of each game.
  std::uint64_t seed = 1;
  std::uint64_t games = 0;  ///< Total over all shards.
  Shard shard;
  std::uint64_t value_nodes = 0;   ///< Node limit of the search for a value.
  std::vector<std::string> known;  ///< Certificates (files, folders) asked before a search.
};

struct DrawnPosition {
  std::uint64_t game = 0;  ///< Number of the game, from 0.
  std::uint64_t ply = 0;
  std::string position;
};
void to_json(nlohmann::ordered_json& json, const DrawnPosition& drawn);

struct ReturningGame {
  std::uint64_t game = 0;
  std::uint64_t from = 0;  ///< Plies before the position's first occurrence.
  std::uint64_t to = 0;    ///< Plies before the second occurrence.
  std::string position;
};

struct SelfplayTally {
  std::uint64_t next = 0;  ///< All games of the shard with lower numbers are done.
  std::uint64_t games = 0;
  std::uint64_t v_wins = 0;
  std::uint64_t h_wins = 0;
  std::uint64_t too_long = 0;  ///< Games that were cut off.
  std::uint64_t plies = 0;
  std::uint64_t shortest = 0;  ///< In plies; 0 if there is no game.
  std::uint64_t longest = 0;
  std::uint64_t captures = 0;  ///< Captured pairs of stones.
  std::uint64_t games_with_captures = 0;
  std::uint64_t games_with_draws = 0;  ///< Games in which a drawn position occurred.
  std::uint64_t positions = 0;         ///< In all games, including final positions.
  std::uint64_t undecided = 0;         ///< Positions whose value was not found.
  std::vector<DrawnPosition> drawn;    ///< All drawn positions, sorted by game, then by ply.
  std::vector<ReturningGame> returning;
  SelfplayTally& operator+=(const SelfplayTally& that);
};

struct SelfplayLimits {
  Stop stop;
  double seconds_between_saves = 10;
  std::function<void(const SelfplayTally&)> progress;
};

struct Selfplay {
  SelfplayTally joined;        ///< The total of all shards in the folder with these settings.
  std::uint64_t distinct = 0;  ///< Distinct games of all shards.
  std::vector<std::filesystem::path> records;  ///< The game files of all shards.
  End end = End::complete;                     ///< If not complete, another run can continue.
};

/// Continues an earlier run with the same settings in `folder`. Throws FileError; InUse if
/// another run works there.
Selfplay run_selfplay(const SelfplaySettings& settings, const SelfplayLimits& limits,
                      const std::filesystem::path& folder);

}  // namespace onyx
