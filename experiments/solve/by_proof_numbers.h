// onyx solve by proof-number search: decides one position, or maps its first moves; and the files
// of certificates that onyx solve writes.
#pragma once

#include <functional>
#include <string>

#include "experiments/solve/solve_answer.h"
#include "experiments/solve/solve_options.h"
#include "solver/certificate/proof.h"

namespace onyx::solve_command {

/// Writes the certificate, compact if the file's name ends in .certz, else as JSON. Consumes the
/// proof, which is empty for a finished position. Progress lines begin with `label`. Throws
/// FileError, and std::bad_alloc if a JSON certificate would take more than `most_bytes`.
template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& file, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label = "");

/// Prints the answer. If a certificate is requested, writes what `prove` returns first, in the
/// memory that `bytes_left` allows. If that fails, the answer is still printed, and the caller
/// reports the error. Returns the exit code.
template <int W>
int give(const Task<W>& task, SolveAnswer answer, Claim claim,
         const std::function<Proof<W>()>& prove,
         const std::function<std::uint64_t(const Proof<W>&)>& bytes_left);

/// Solves, prints, and writes the requested files; returns the exit code. `why`: the reason for
/// choosing this engine. The position must not be finished.
template <int W>
int by_proof_numbers(const Task<W>& task, const std::string& why);

}  // namespace onyx::solve_command
