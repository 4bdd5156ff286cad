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
  std::string within;  ///< Names of midpoints; solve only tiers that have these taken.
  int level = -1;      ///< Solve only tiers with this number of midpoints taken; -1: any.
  std::string shard;   ///< The part I/N of these tiers to solve; "": all.
  bool out_of_core = false;
};

/// The program that solves the tiers.
struct TierHost {
  std::string program = "onyx strong";
  std::string label = "strong";  ///< For progress lines.
  /// See TieredRun::engine. If this is set, the caller has already checked the memory.
  TierEngine* engine = nullptr;
  double memory_bytes = 0;                                     ///< For the engine, over all ranks.
  std::function<void(nlohmann::ordered_json& json)> describe;  ///< Adds to the JSON.
};

/// Prints the counts and returns an exit code. Throws FileError, InputError.
int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host = {});

}  // namespace onyx
