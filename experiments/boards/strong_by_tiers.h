// `onyx strong BOARD --tiers DIR`.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/board.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "solver/tier/tier_engine.h"

namespace onyx {

struct ByTiers {
  std::string folder;
  std::string within;  ///< Midpoints, as in a position; of the tiers only those with these.
  int level = -1;      ///< Unless negative: only tiers with so many midpoints taken,
  std::string shard;   ///< and of these only this shard of them ("" for all).
  bool out_of_core = false;
};

/// Which program solves the tiers, and with what.
struct TierHost {
  std::string program = "onyx strong";
  std::string label = "strong";  ///< Of progress lines.
  /// As in TieredRun. With one of the caller's, the caller answers for the memory.
  TierEngine* engine = nullptr;
  double memory_bytes = 0;                                     ///< That it takes; of all ranks.
  std::function<void(nlohmann::ordered_json& json)> describe;  ///< Adds to the result, if set.
};

/// Prints the counts of the board as `onyx strong` does; returns an exit code. Throws FileError,
/// InputError.
int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host = {});

}  // namespace onyx
