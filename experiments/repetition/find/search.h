// The search for repeating positions: explores random crowded positions one by one. If one leads to
// a repeating class, neighbours and plantings of that class are explored too. A search can also
// begin at known classes.
//
// Position number n depends only on (settings, seed, n); known classes are part of the settings. A
// shard takes the numbers congruent to its own modulo the number of shards. Numbers are explored in
// parallel and their findings stored in order, so the certificates do not depend on threads, and a
// killed run resumes from the last number saved.
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
  /// The explorer's limit of reachable states. Beyond it, the search for draws
  /// (solver/repetition/draw_search.h) is tried with `max_nodes` for each value; 0: not tried.
  std::uint64_t max_states = 0;
  std::uint64_t max_nodes = 0;
  int neighbours = 0;  ///< Explored per position that led to a class, and per known class.
  int planted = 0;     ///< Plantings, likewise (random_positions.cpp).
  /// Sorted, distinct positions of the known classes' certificates. Positions that lead only to
  /// these are not followed up. (A class is found again if its position is not its key.)
  std::vector<std::string> known;
  int random_percent = 100;  ///< Random positions; the rest start at known classes.
  std::uint64_t seed = 1;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
};

struct GeneratorTally {
  std::uint64_t tried = 0;  ///< Positions explored.
  std::uint64_t classes = 0;
  double seconds = 0;  ///< Summed over all threads, in this run alone.
};

/// A shard's progress, over all runs into its folder.
struct SearchTally {
  std::uint64_t next = 0;       ///< First number of the seed that is not done.
  std::uint64_t positions = 0;  ///< Random positions explored, and known classes used as starts.
  std::uint64_t given_up = 0;   ///< For too many states or too little memory.
  /// Explorations ended by the memory limit; if none, results are machine-independent.
  std::uint64_t out_of_memory = 0;
  std::uint64_t states = 0;
  std::uint64_t repeating = 0;  ///< Positions that led to a new class.
  std::uint64_t classes = 0;
  double seconds = 0;  ///< Over all runs that did some work.
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
  std::uint64_t bytes = UINT64_MAX;        ///< For all simultaneous explorations.
  double seconds_between_saves = 10;       ///< For the checkpoint.
  LockPatience patience;
  Interrupt interrupt;
  /// Called with the earlier runs' tally, then after each position, in order.
  std::function<void(const SearchTally&)> progress;
};

/// Runs until a limit or an interrupt; continues an earlier run with the same settings in `folder`.
/// Throws FileError; FolderInUse if another run works there.
SearchTally run_search(const SearchSettings& settings, const SearchLimits& limits,
                       const std::filesystem::path& folder);

/// For a run that began with the tally `start`, after `elapsed` seconds.
std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed);
/// "random 2 of 300, 3.1/min" (by minutes of one core); "" if it tried nothing.
std::string generator_line(const SearchTally& start, const SearchTally& now, Generator generator);
/// 0 if the generator took no time.
double classes_per_minute(const SearchTally& start, const SearchTally& now, Generator generator);

}  // namespace onyx
