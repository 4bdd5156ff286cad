// Certificates that a proof-number search starts with, and need not prove again. A large proof can
// thus be found in parts, on many machines and days, and each part can be checked.
#pragma once

#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/support/progress.h"
#include "solver/certificate/prove.h"

namespace onyx::solve_command {

/// Records the wins of the compact certificates (`*.certz`; for folders, all files in them) in the
/// searcher's table, which grows for them. The referee judges each certificate first. Throws
/// FileError for a certificate that is rejected, is for another board, or claims a draw, and
/// referee::NeedsMemory. Runs on all threads of TBB, one per file; some 20 microseconds per
/// position. A limit or an interrupt ends it early, and then the search ends early, too.
template <int W>
void take_over_certificates(proof_number::Searcher<W>& searcher, proof_number::ProofTable<W>& table,
                            const std::vector<std::string>& names, const Stop& stop,
                            Progress& progress);

}  // namespace onyx::solve_command
