// Certificates that a search begins with: what they prove it need not find again. So a proof of
// many parts can be found part by part, on many machines and days, and each part can be checked.
#pragma once

#include <string>
#include <vector>

#include "experiments/support/progress.h"
#include "solver/proof_number/searcher.h"

namespace onyx::solve_command {

/// Makes the wins of the compact certificates (`*.certz`; all in the folders that are named) known
/// to the searcher, and grows its table for them. Each is judged by the referee before. Throws
/// FileError for one that is not accepted, is of another board, or claims a draw, and
/// referee::NeedsMemory. On all threads that TBB has, one for each file; some 20 microseconds a
/// position. A limit or an interrupt ends it early: the search ends as early then.
template <int W>
void take_over_certificates(proof_number::Searcher<W>& searcher, proof_number::ProofTable<W>& table,
                            const std::vector<std::string>& names, const Stop& stop,
                            Progress& progress);

}  // namespace onyx::solve_command
