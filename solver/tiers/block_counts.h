// Adds up the values in blocks of colourings (tier_kernel.h).
#pragma once

#include <cstddef>

#include "solver/parallel.h"
#include "solver/tiers/tier_kernel.h"
#include "solver/tiers/value_counts.h"

namespace onyx::tier {

/// `low_count`: the cells that are low digits; what is beyond their colourings does not count.
CountsBySide counts_of(const Block* blocks, std::size_t count, int low_count, Threads threads);

}  // namespace onyx::tier
