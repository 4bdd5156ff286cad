// The winning strategy behind a win within few plies (solver/engine/bounded/).
#pragma once

#include "solver/certificate/proof.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

/// The winner's strategy, with least distance everywhere. Nothing if the position is not decided
/// within `plies`, or if the search reaches its limits. If the strategy would take more than about
/// `most_bytes`, the proof's `end` says so.
template <int W>
std::optional<Proof<W>> proof_from(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies, std::uint64_t most_bytes = UINT64_MAX);

/// As proof_from, but makes a certificate.
template <int W>
std::optional<Certificate> certify(BoundedSearch<W>& search, const WidePosition<W>& position,
                                   int plies);

}  // namespace onyx
