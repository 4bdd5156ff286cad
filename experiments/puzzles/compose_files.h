// What `onyx puzzles --board WxH --out DIR` does: it composes puzzles of the kinds that are wished
// for, one run a kind, and tells how far they are and what came out.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/puzzles/composer.h"

namespace onyx {

struct ComposeOrder {
  /// Runs, one after the other, each with how many puzzles it is asked for, those of all shards
  /// counted.
  std::vector<std::pair<ComposeSettings, std::uint64_t>> parts;
  std::string folder;
  std::vector<std::string> known;    ///< Files of puzzles that there are.
  std::uint64_t numbers = 0;         ///< Of the seed to do at most, over all shards.
  std::optional<double> time_limit;  ///< In seconds. Each run gets a share by its puzzles at least.
};

/// Holds the folder, composes, prints the outcome: what was found, and if that is less than was
/// asked for, what most of the rest failed on. Returns the exit code: the limit's if the time was
/// up before all puzzles were found. Throws InputError, FileError.
int compose_files(const ComposeOrder& order, bool as_json);

}  // namespace onyx
