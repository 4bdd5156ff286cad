// Implements `onyx strong BOARD --tiers DIR`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/board.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "solver/engine/tier/tier_engine.h"

namespace onyx {

struct ByTiers {
  std::string folder;
  std::string within;  ///< Midpoints, in notation; solve only tiers with these.
  int level = -1;      ///< If not negative: solve only tiers with this number of midpoints taken.
  std::string shard;   ///< "" for all of these tiers.
  bool out_of_core = false;
};

/// The program that solves the tiers.
struct TierHost {
  std::string program = "onyx strong";
  std::string label = "strong";  ///< For progress lines.
  /// As in TieredRun. The caller must have checked that its memory suffices.
  TierEngine* engine = nullptr;
  double memory_bytes = 0;                                     ///< The engine's, over all ranks.
  std::function<void(nlohmann::ordered_json& json)> describe;  ///< Adds to the result.
};

/// Prints the counts and returns an exit code. Throws FileError, InputError.
int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host = {});

}  // namespace onyx
