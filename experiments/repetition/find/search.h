// The search for repeating positions: random crowded positions are explored one by one. If one
// leads to a repeating class, neighbours of that class and plantings of it elsewhere are explored,
// too. The search can also begin at known classes, such as those that an earlier search found.
//
// Position number n of a seed is a function of (settings, seed, n) alone; the known classes are
// part of the settings. A shard takes the numbers congruent to its own modulo the number of shards.
// Numbers are explored in parallel and their findings stored in order. So the certificates do not
// depend on the number of threads, and one number, which is saved regularly, tells how far a run
// has come. A run that was killed continues from there.
#pragma once

#include <array>

#include "core/base/stop.h"
#include "core/board.h"
#include "experiments/files/folder_lock.h"
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
  /// The explorer's limit of reachable states. For positions with more, the search for draws
  /// (solver/repetition/draw_search.h) is tried with `max_nodes` for each value; 0: it is not.
  std::uint64_t max_states = 0;
  std::uint64_t max_nodes = 0;
  int neighbours = 0;  ///< Explored for each position that led to a class, and each known class.
  int planted = 0;     ///< Plantings explored likewise (random_positions.cpp).
  /// The positions of the known classes' certificates, sorted, without repeats. Positions that lead
  /// only to these are not followed up. (A class whose position here is not its key is found
  /// again.)
  std::vector<std::string> known;
  int random_percent = 100;  ///< The share of random positions; the rest start at known classes.
  std::uint64_t seed = 1;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
};

struct GeneratorTally {
  std::uint64_t tried = 0;    ///< Positions explored.
  std::uint64_t classes = 0;  ///< Written by this shard.
  double seconds = 0;         ///< Summed over all threads, in this run alone.
};

/// How far a shard has come, over all runs into its folder.
struct SearchTally {
  std::uint64_t next = 0;       ///< The first number of the seed that is not yet done.
  std::uint64_t positions = 0;  ///< Random positions explored, and known classes used as starts.
  std::uint64_t given_up = 0;   ///< Positions given up for too many states or too little memory.
  /// Explorations that the memory limit ended; if there are none, results are machine-independent.
  std::uint64_t out_of_memory = 0;
  std::uint64_t states = 0;
  std::uint64_t repeating = 0;  ///< Positions that led to a class not known before.
  std::uint64_t classes = 0;    ///< Written by this shard.
  double seconds = 0;           ///< Over all runs that did some work.
  std::array<GeneratorTally, kGenerators.size()> by_generator{};

  GeneratorTally& of(Generator generator) {
    return by_generator[static_cast<std::size_t>(generator)];
  }
  const GeneratorTally& of(Generator generator) const {
    return by_generator[static_cast<std::size_t>(generator)];
  }
};

struct SearchLimits {
  std::optional<double> seconds;  ///< A position that the limit cuts short does not count as done.
  std::optional<std::uint64_t> positions;  ///< Numbers of the seed to do, over all shards.
  std::uint64_t bytes = UINT64_MAX;        ///< Memory for all explorations that run at once.
  double seconds_between_saves = 10;       ///< Between saves of the checkpoint.
  LockPatience patience;
  Interrupt interrupt;
  /// Called with the tally of the earlier runs, then after each position, in order.
  std::function<void(const SearchTally&)> progress;
};

/// Searches until a limit or an interrupt, and continues an earlier run with the same settings into
/// `folder`. Throws FileError; FolderInUse if another run works in the folder.
SearchTally run_search(const SearchSettings& settings, const SearchLimits& limits,
                       const std::filesystem::path& folder);

/// The progress line of a run that began with the tally `start`, after `elapsed` seconds.
std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed);
/// A generator's part: "random 2 of 300, 3.1/min" (by minutes of one core); "" if it tried nothing.
std::string generator_line(const SearchTally& start, const SearchTally& now, Generator generator);
/// The rate of generator_line(); 0 if the generator took no time.
double classes_per_minute(const SearchTally& start, const SearchTally& now, Generator generator);

}  // namespace onyx
