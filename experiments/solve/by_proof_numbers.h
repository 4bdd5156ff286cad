// The proof-number engine of `onyx solve`.
#pragma once

#include "experiments/solve/give_answer.h"

namespace onyx::solve_command {

/// Solves or maps an unfinished position; returns the exit code. `why`: why this engine is used.
template <int W>
int by_proof_numbers(const Task<W>& task, const std::string& why);

}  // namespace onyx::solve_command
