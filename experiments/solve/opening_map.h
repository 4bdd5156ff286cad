// The map of `onyx solve --map`: the value of each first move.
#pragma once

#include "experiments/solve/proof_number_session.h"

namespace onyx::solve_command {

/// Prints the map of an unfinished position, and writes its certificates. Returns the exit code.
template <int W>
int print_map(ProofNumberSession<W>& session, const Task<W>& task);

}  // namespace onyx::solve_command
