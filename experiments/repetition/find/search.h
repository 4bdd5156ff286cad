// The search for repeating positions: random crowded positions, explored one by one, and when one
// leads to a repeating class, neighbours of that class too, and plantings of it elsewhere. Where
// classes are known, the search may begin at them as well: so rounds of searches, each from what
// the ones before have found, learn from each other.
//
// Position number n of a seed is a function of (settings, seed, n) alone, and the settings have all
// that is known. A shard takes the numbers that are congruent to its own, so shards never do the
// same work and together do all of it. Numbers are explored in parallel and their findings stored
// in order, so the certificates do not depend on the number of threads, and one number tells how
// far a run has come: it is written down regularly, and a run that was killed goes on from it and
// finds the classes of the positions after it again.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/board.h"
#include "experiments/files/folder_lock.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

/// Where a position that is explored comes from.
enum class Generator : std::uint8_t { random, neighbours, planted };
inline constexpr std::array kGenerators{Generator::random, Generator::neighbours,
                                        Generator::planted};

/// "random", "neighbours", "planted".
const char* name_of(Generator generator);

struct SearchSettings {
  BoardSize board;
  CrowdSettings crowd;
  /// From positions from which more can be reached, the search for draws goes on
  /// (solver/repetition/draw_search.h), with `max_nodes` for each value; 0: they are given up.
  std::uint64_t max_states = 0;
  std::uint64_t max_nodes = 0;
  int neighbours = 0;  ///< Explored for each position that led to a class, or names one.
  int planted = 0;     ///< Plantings explored for each such position (planting.h).
  /// Classes that are known, each once, in order, by the positions of their certificates. What
  /// leads to these alone is not looked into further. (A class that goes by another position here
  /// than by its key is found once more, and does no harm.)
  std::vector<std::string> known;
  int random_percent = 100;  ///< Of positions, how many are random; the others are known classes.
  std::uint64_t seed = 1;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
};

/// What one generator has done.
struct GeneratorTally {
  std::uint64_t tried = 0;    ///< Positions explored.
  std::uint64_t classes = 0;  ///< Written by this shard.
  double seconds = 0;         ///< Of all threads, in this run alone.
};

/// How far a shard has come, over all runs into its folder.
struct SearchTally {
  std::uint64_t next = 0;       ///< The first number of the seed that is not yet done.
  std::uint64_t positions = 0;  ///< Random ones explored, and known classes begun at.
  std::uint64_t given_up = 0;   ///< Of these, for having too many states or too little memory.
  /// Explorations that the memory limit ended, neighbours counted. What they might have found
  /// depends on the machine; if there are none, nothing does.
  std::uint64_t out_of_memory = 0;
  std::uint64_t states = 0;
  std::uint64_t repeating = 0;  ///< Of these, that led to a class not known before.
  std::uint64_t classes = 0;    ///< Written by this shard.
  double seconds = 0;           ///< Of all runs that did something.
  std::array<GeneratorTally, kGenerators.size()> by_generator{};

  GeneratorTally& of(Generator generator) {
    return by_generator[static_cast<std::size_t>(generator)];
  }
  const GeneratorTally& of(Generator generator) const {
    return by_generator[static_cast<std::size_t>(generator)];
  }
};

struct SearchLimits {
  std::optional<double> seconds;           ///< A position that they cut short is not done.
  std::optional<std::uint64_t> positions;  ///< Numbers of the seed to do, over all shards.
  std::uint64_t bytes = UINT64_MAX;        ///< Memory for all explorations that run at once.
  double seconds_between_saves = 10;       ///< Of the checkpoint.
  LockPatience patience;                   ///< Where another run is at work in the folder.
  Interrupt interrupt;
  /// Called with the tally of the runs before, then after each position, in order.
  std::function<void(const SearchTally&)> progress;
};

/// Searches until a limit or an interrupt, going on where an earlier run with the same settings
/// stopped. Returns the tally; what was found is in `folder`. Throws FileError; FolderInUse where
/// another run is at work there.
SearchTally run_search(const SearchSettings& settings, const SearchLimits& limits,
                       const std::filesystem::path& folder);

}  // namespace onyx
