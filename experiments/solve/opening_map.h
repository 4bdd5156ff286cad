// The value of every first move from a position, as a diagram of the board.
#pragma once

#include "experiments/solve/proof_number_session.h"
#include "experiments/support/command.h"

namespace onyx::solve_command {

/// The position must not be finished. Prints the map and returns the exit code; if a limit is met,
/// what is known by then. With a certificate asked for, writes one for each move into that folder.
template <int W>
int print_map(ProofNumberSession<W>& session, const Task<W>& task);

}  // namespace onyx::solve_command
