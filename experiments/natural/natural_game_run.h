// onyx proofgame with --sight or --mistakes: a natural game into one of many positions
// (solver/proof_games/natural_game.h), what it is worth ply by ply, and what proves that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/budget.h"

namespace onyx {

struct NaturalGameOptions {
  std::vector<std::string> ends;  ///< As game_ends_in() takes them.
  std::string game;               ///< If not empty, this game is judged, and none looked for.
  std::string setup;              ///< Canonical.
  int sight = 1;
  std::optional<int> mistakes;  ///< Any number if not set.
  std::uint64_t seed = 1;
  std::uint64_t value_nodes = 100'000;  ///< That the value of a position may take.
  std::vector<std::string> known;       ///< Compact certificates to begin with.
  std::string folder;                   ///< For certificates; none if empty.
  Budget budget;
};

/// Prints the answer. Returns the exit code: 1 if there is provably no such game, or if the one
/// that is judged is not one.
int run_natural_game(const NaturalGameOptions& options, bool as_json);

}  // namespace onyx
