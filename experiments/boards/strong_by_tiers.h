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
  std::string within;  ///< Midpoints, in a position's notation; only tiers with these are solved.
  int level = -1;      ///< If not negative: only tiers with exactly this many midpoints taken.
  std::string shard;   ///< The shard of these tiers to solve; "" for all.
  bool out_of_core = false;
};

/// The program that solves the tiers.
struct TierHost {
  std::string program = "onyx strong";
  std::string label = "strong";  ///< For progress lines.
  /// As in TieredRun. If it is set, the caller has made sure that the memory suffices.
  TierEngine* engine = nullptr;
  double memory_bytes = 0;  ///< Memory of the engine, over all ranks.
  std::function<void(nlohmann::ordered_json& json)> describe;  ///< Adds to the result, if set.
};

/// Prints the counts as `onyx strong` does; returns an exit code. Throws FileError, InputError.
int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host = {});

}  // namespace onyx
