// Which engine is asked when: first the explorer and proof numbers, with little to spend; then all
// with more, in turn or, with several threads, in a race against each other (race.h).
#pragma once

#include "solver/decide/engines.h"

namespace onyx {

/// By the only engine that the options allow, or by all of them; the engines must have begun.
/// Throws std::bad_alloc or proof_number::TableTooSmall where memory does not suffice.
template <int W>
Decision<W> ask_in_order(Engines<W>& engines, const typename Engines<W>::Task& task);

}  // namespace onyx
