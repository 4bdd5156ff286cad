// The proof-number engine of `onyx solve`.
#pragma once

#include "experiments/solve/give_answer.h"

namespace onyx::solve_command {

/// Solves an unfinished position or maps its moves. `why` says why this engine was chosen. Returns
/// the exit code.
template <int W>
int by_proof_numbers(const Task<W>& task, const std::string& why);

}  // namespace onyx::solve_command
