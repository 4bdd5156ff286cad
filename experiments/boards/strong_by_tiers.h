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
  std::string within;  ///< Midpoint stones, such as BC12:V,AB45:H; solve only tiers that have them.
  int level = -1;      ///< Solve only tiers with this number of midpoints taken; -1: any.
  std::string shard;   ///< The part I/N of these tiers to solve; "": all.
  bool out_of_core = false;
};

/// The program that solves the tiers.
struct TierHost {
  std::string program = "onyx strong";
  std::string label = "strong";  ///< For progress lines.
  /// See TieredRun::engine. If set, the caller has already checked the memory.
  TierEngine* engine = nullptr;
  double memory_bytes = 0;                                     ///< Needed by all ranks together.
  std::function<void(nlohmann::ordered_json& json)> describe;  ///< Adds fields to the JSON output.
};

/// Prints the counts and returns an exit code. Throws FileError, InputError.
int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host = {});

}  // namespace onyx
