// The cycle that the certificate of a draw leads to, without a check of the certificate.
#pragma once

#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/describe/proof_source.h"

namespace onyx {

/// The positions of the cycle as text, in their order: of a certificate in JSON the cycle that it
/// names, of a compact one, which names none, a shortest through its position. None where it claims
/// no draw, or the play of a compact one begins before the cycle. Of `stop` as drawn_graph.
/// Throws FileError for what is damaged; NoRecord.
std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop);

}  // namespace onyx
