// What solving tiers over several ranks took, as JSON: for the cost model of larger boards.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "solver/tier/spread/spread_tier.h"

namespace onyx {

/// How the tiers were spread over so many ranks, what they took together, and each of them by
/// itself. A *position* is a colouring with a side to move, legal or not.
nlohmann::ordered_json spread_report(const SpreadTier& engine, int threads);

}  // namespace onyx
