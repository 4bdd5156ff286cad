// Implements `onyx puzzles --board WxH --out DIR`: composes puzzles of the requested kinds, one run
// per kind, and reports progress and outcome.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/puzzles/composer.h"

namespace onyx {

struct ComposeOrder {
  /// The runs in order, each with the number of puzzles wanted from all shards together.
  std::vector<std::pair<ComposeSettings, std::uint64_t>> parts;
  std::string folder;
  std::vector<std::string> known;    ///< Files of existing puzzles, not to be repeated.
  std::uint64_t numbers = 0;         ///< Most seed numbers to work on, over all shards.
  std::optional<double> time_limit;  ///< In seconds; the runs share it by their puzzles.
};

/// Locks the folder, composes, and prints the outcome: the puzzles found and, if too few were
/// found, the most frequent reasons for rejection. Returns the exit code (3 if time was up before
/// all puzzles were found). Throws InputError, FileError.
int compose_files(const ComposeOrder& order, bool as_json);

}  // namespace onyx
