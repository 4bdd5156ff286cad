// onyx solve by proof-number search: the value of one position, or a map of its first moves.
#pragma once

#include "experiments/solve/solve_options.h"

namespace onyx::solve_command {

/// Solves, prints, and writes what is asked for; returns the exit code. `why`: this engine was
/// taken. The position must not be finished.
template <int W>
int by_proof_numbers(const Task<W>& task, const std::string& why);

}  // namespace onyx::solve_command
