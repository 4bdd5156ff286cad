// The winning strategy behind a win within few plies (solver/bounded/).
#pragma once

#include "solver/bounded/bounded_search.h"
#include "solver/certificate/proof.h"

namespace onyx {

/// The winner's strategy, with least distance everywhere. Nothing if the position is not decided
/// within `plies`, or if the search reaches its limits. If the strategy would take more than about
/// `most_bytes`, the proof's `end` says so.
template <int W>
std::optional<Proof<W>> proof_from(BoundedSearch<W>& search, const Position<W>& position, int plies,
                                   std::uint64_t most_bytes = UINT64_MAX);

/// As proof_from, but makes a certificate.
template <int W>
std::optional<Certificate> certify(BoundedSearch<W>& search, const Position<W>& position,
                                   int plies);

}  // namespace onyx
