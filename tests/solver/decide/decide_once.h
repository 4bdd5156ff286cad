// Decides a wide position with its own decider.
#pragma once

#include "solver/decide/wide_decider.h"

namespace onyx {

template <int W>
Decision decide(const WideBoard<W>& board, const WidePosition<W>& position,
                const DecideOptions& options = {}, const Stop& stop = {}) {
  return WideDecider<W>(board, options).decide(position, stop);
}

}  // namespace onyx
