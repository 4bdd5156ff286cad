// onyx proofgame with --sight or --mistakes: finds a natural game to one of many positions
// (solver/proof_games/natural_game.h), the value after each ply, and certificates of values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/budget.h"

namespace onyx {

struct NaturalGameOptions {
  std::vector<std::string> ends;  ///< As for game_ends_in().
  std::string game;               ///< If not empty, judges this game and searches for none.
  std::string setup;              ///< Canonical.
  int sight = 1;
  std::optional<int> mistakes;  ///< The most mistakes allowed; not set: any number.
  std::uint64_t seed = 1;
  std::uint64_t value_nodes = 100'000;  ///< Limit for the value of a position.
  std::vector<std::string> known;       ///< Compact certificates to begin with.
  std::string folder;                   ///< For certificates; none if empty.
  Budget budget;
};

/// Prints the answer. Returns the exit code: 1 if there is provably no such game, or if the judged
/// game does not qualify.
int run_natural_game(const NaturalGameOptions& options, bool as_json);

}  // namespace onyx
