// Implements `onyx proofgame --sight` and `--mistakes` (solver/proof_games/natural_game.h).
#pragma once

#include <optional>
#include <vector>

#include "experiments/support/budget.h"

namespace onyx {

struct NaturalGameOptions {
  /// Either one position in up to three words, or positions, packs, and files and folders of
  /// certificates (which are not checked). `-` is standard input.
  std::vector<std::string> ends;
  std::string game;  ///< If not empty, judge this game instead of searching; ignores `ends`.
  std::string setup;
  int sight = 1;
  std::optional<int> mistakes;  ///< Maximum number of mistakes; unset: unlimited.
  int mistake_sight = 1;        ///< A mistake gives up no win within this many plies.
  std::uint64_t seed = 1;
  std::uint64_t value_nodes = 100'000;  ///< Node limit for the value of one position.
  std::vector<std::string> known;       ///< Compact certificates, loaded before the search.
  std::string folder;                   ///< For certificates; if empty, none are written.
  std::string values;  ///< File of values (value_log.h) to load and append to; if empty, none.
  Budget budget;
};

/// Returns the exit code; 1 if provably no such game exists or the judged game does not qualify.
int run_natural_game(const NaturalGameOptions& options, bool as_json);

}  // namespace onyx
