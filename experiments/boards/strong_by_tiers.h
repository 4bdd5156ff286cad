// `onyx strong BOARD --tiers DIR`.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/board.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "solver/engine/tier/tier_engine.h"

namespace onyx {

struct ByTiers {
  std::string folder;
  std::string within;  ///< Midpoints, in a position's notation; only tiers with these are solved.
  int level = -1;      ///< If not negative: only tiers with this many midpoints taken,
  std::string shard;   ///< and only this shard of them ("" for all).
  bool out_of_core = false;
};

/// The program that solves the tiers, and its means.
struct TierHost {
  std::string program = "onyx strong";
  std::string label = "strong";  ///< For progress lines.
  /// As in TieredRun. If set, the caller is responsible for the memory.
  TierEngine* engine = nullptr;
  double memory_bytes = 0;  ///< Memory of the engine, over all ranks.
  std::function<void(nlohmann::ordered_json& json)> describe;  ///< Adds to the result, if set.
};

/// Prints the counts of the board as `onyx strong` does; returns an exit code. Throws FileError,
/// InputError.
int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host = {});

}  // namespace onyx
