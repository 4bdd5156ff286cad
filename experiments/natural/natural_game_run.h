// `onyx proofgame --sight` and `--mistakes` (solver/proof_games/natural_game.h).
#pragma once

#include <optional>
#include <vector>

#include "experiments/support/budget.h"

namespace onyx {

struct NaturalGameOptions {
  /// A position in up to three words, or: positions, packs, files and folders of certificates
  /// (which are not checked), and `-` for standard input.
  std::vector<std::string> ends;
  std::string game;  ///< If not empty, judges this game and searches for none.
  std::string setup;
  int sight = 1;
  std::optional<int> mistakes;  ///< The most mistakes allowed; not set: any number.
  int mistake_sight = 1;        ///< Each mistake is a move of this sight, too.
  std::uint64_t seed = 1;
  std::uint64_t value_nodes = 100'000;  ///< Node limit for the value of one position.
  std::vector<std::string> known;       ///< Compact certificates to begin with.
  std::string folder;                   ///< For certificates; none if empty.
  std::string values;  ///< A file of values to begin with and to add to (value_log.h); or empty.
  Budget budget;
};

/// Returns the exit code: 1 if there is provably no such game, or the judged one does not qualify.
int run_natural_game(const NaturalGameOptions& options, bool as_json);

}  // namespace onyx
