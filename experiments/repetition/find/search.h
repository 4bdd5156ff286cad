// A search for repeating positions explores random crowded positions one by one. If a position
// leads to a recurrent class, the search also explores neighbours and plantings of that class
// (random_positions.h). A search can also start from known classes.
//
// Position number n depends only on (settings, seed, n); known classes are part of the settings. A
// shard gets the numbers congruent to its index modulo the number of shards. Threads explore
// numbers in parallel, and findings are stored in the order of the numbers. So the certificates do
// not depend on threads, and a killed run resumes from the last number saved.
#pragma once

#include <array>

#include "core/base/stop.h"
#include "core/board.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/run_lock.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// How an explored position was made.
enum class Generator : std::uint8_t { random, neighbours, planted };
inline constexpr std::array kGenerators{Generator::random, Generator::neighbours,
                                        Generator::planted};
inline const char* name_of(Generator generator) {
  constexpr std::array kNames{"random", "neighbours", "planted"};
  return kNames[static_cast<std::size_t>(generator)];
}

struct SearchSettings {
  BoardSize board;
  CrowdSettings crowd;
  /// The limit on reachable states for the explorer. Beyond it, the search for draws
  /// (solver/repetition/draw_search.h) runs, with at most `max_nodes` nodes per value; 0 disables
  /// it.
  std::uint64_t max_states = 0;
  std::uint64_t max_nodes = 0;
  int neighbours = 0;  ///< Neighbours to explore per position number with a class to start from.
  int planted = 0;     ///< Plantings to explore for each such number.
  /// The positions of the certificates of known classes, sorted and distinct; a class counts as
  /// known only if its class key is among them. Random positions that lead only to known classes
  /// get no neighbours or plantings.
  std::vector<std::string> known;
  int random_percent = 100;  ///< Chance of a random start; other starts are known classes.
  std::uint64_t seed = 1;
  Shard shard;
};

struct GeneratorTally {
  std::uint64_t tried = 0;  ///< Positions explored.
  std::uint64_t classes = 0;
  double seconds = 0;  ///< Summed over all threads, in this run only.
};

/// The progress of a shard, over all runs that write into its folder.
struct SearchTally {
  std::uint64_t next = 0;       ///< The first position number that is not done.
  std::uint64_t positions = 0;  ///< Random positions explored, and starts at known classes.
  std::uint64_t given_up = 0;   ///< Positions with too many states or too little memory.
  /// Explorations that the memory limit ended. If there are none, results do not depend on memory.
  std::uint64_t out_of_memory = 0;
  std::uint64_t states = 0;
  std::uint64_t repeating = 0;  ///< Positions that led to a class that was not `known`.
  std::uint64_t classes = 0;
  double seconds = 0;  ///< Total over all runs.
  std::array<GeneratorTally, kGenerators.size()> by_generator{};

  GeneratorTally& of(Generator generator) {
    return by_generator[static_cast<std::size_t>(generator)];
  }
  const GeneratorTally& of(Generator generator) const {
    return by_generator[static_cast<std::size_t>(generator)];
  }
};

struct SearchLimits {
  std::optional<double> seconds;           ///< A position cut short by this limit does not count.
  std::optional<std::uint64_t> positions;  ///< Try only position numbers below this limit.
  std::uint64_t bytes = UINT64_MAX;        ///< Memory limit for all simultaneous explorations.
  double seconds_between_saves = 10;
  LockPatience patience;
  Interrupt interrupt;
  /// Called first with the tally of earlier runs, then after each position, in order.
  std::function<void(const SearchTally&)> progress;
};

/// Runs until a limit or an interrupt. Continues an earlier run with the same settings in `folder`.
/// Throws FileError; InUse if another run works there.
SearchTally run_search(const SearchSettings& settings, const SearchLimits& limits,
                       const std::filesystem::path& folder);

/// Describes the progress of a run that began with the tally `start`, `elapsed` seconds ago.
std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed);
/// For example "random 2 of 300, 3.1/min" (per minute of one core); "" if no position was tried.
std::string generator_line(const SearchTally& start, const SearchTally& now, Generator generator);
/// Returns the classes found per minute of one core since `start`; 0 if the generator took no time.
double classes_per_minute(const SearchTally& start, const SearchTally& now, Generator generator);

}  // namespace onyx
