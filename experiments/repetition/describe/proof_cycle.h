// The cycle that a draw's certificate leads to; the certificate is not checked.
#pragma once

#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/describe/proof_source.h"

namespace onyx {

/// The positions of the cycle as text, in their order. A certificate in JSON names its cycle; a
/// compact one names none, so the result is a shortest cycle through its position. Empty if the
/// certificate claims no draw, or if the position of a compact one is not on a cycle yet. `stop` as
/// for drawn_graph(). Throws FileError for damaged files, and NoRecord.
std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop);

}  // namespace onyx
