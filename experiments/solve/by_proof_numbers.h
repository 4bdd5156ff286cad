// onyx solve by proof-number search: decides one position, or maps its first moves.
#pragma once

#include "experiments/solve/solve_options.h"

namespace onyx::solve_command {

/// Solves, prints, and writes the requested files; returns the exit code. `why`: the reason for
/// choosing this engine. The position must not be finished.
template <int W>
int by_proof_numbers(const Task<W>& task, const std::string& why);

}  // namespace onyx::solve_command
