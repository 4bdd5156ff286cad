// The order of the engines: first the explorer and proof-number search with small limits, then all
// engines with larger limits, in turn or, with several threads, in a race (race.h).
#pragma once

#include "solver/decide/engines.h"

namespace onyx {

/// Asks the only engine that the options allow, or all engines. Engines::begin() must have been
/// called. Throws std::bad_alloc if memory is insufficient.
template <int W>
Decision ask_in_order(Engines<W>& engines, const typename Engines<W>::Task& task);

}  // namespace onyx
