// Finds the value of every first move from a position and prints them as a diagram of the board.
#pragma once

#include "experiments/solve/proof_number_session.h"
#include "experiments/support/command.h"

namespace onyx::solve_command {

/// The position must not be finished. Prints the map, or after a limit its known part, and returns
/// the exit code. If certificates are requested, writes one for each move into that folder.
template <int W>
int print_map(ProofNumberSession<W>& session, const Task<W>& task);

}  // namespace onyx::solve_command
