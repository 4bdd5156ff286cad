// What solving tiers over several ranks took, as JSON: for the cost model of larger boards.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "solver/tier/distributed/distributed_tier.h"

namespace onyx {

/// How the tiers were distributed over so many ranks, what they took together, and each of them by
/// itself. A *position* is a colouring with a side to move, legal or not.
nlohmann::ordered_json cost_report(const DistributedTier& engine, int threads);

}  // namespace onyx
