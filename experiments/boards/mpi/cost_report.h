// The cost of solving tiers over several ranks, as JSON: for the cost model of larger boards.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "solver/engine/tier/distributed/distributed_tier.h"

namespace onyx {

/// How the tiers were distributed over the ranks, the cost of all tiers together, and of each tier.
/// A *position* is a colouring with a side to move, legal or not. `threads`: of each rank.
nlohmann::ordered_json cost_report(const DistributedTier& engine, int threads);

}  // namespace onyx
