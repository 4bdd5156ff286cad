// Writes certificates of values that proof-number search found to files.
#pragma once

#include <string>

#include "experiments/support/progress.h"
#include "solver/certificate/proof.h"

namespace onyx::solve_command {

/// Whether the file name asks for a compact certificate.
bool is_compact(const std::string& file);

/// Writes the certificate in the format that the file's name asks for, and consumes the proof,
/// which is empty for a finished position. Progress lines begin with `label`. Throws FileError, and
/// std::bad_alloc if a JSON certificate would take more than `most_bytes`.
template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& file, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label = "");

}  // namespace onyx::solve_command
