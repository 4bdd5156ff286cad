// Adds up the values in blocks of colourings (tier/kernel/kernel.h).
#pragma once

#include <cstddef>

#include "core/base/parallel.h"
#include "solver/engine/tier/kernel/kernel.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx::tier {

/// `low_count` is the number of cells that are low digits; bits beyond their colourings do not
/// count.
CountsBySide counts_of(const Block* blocks, std::size_t count, int low_count, Threads threads);

}  // namespace onyx::tier
