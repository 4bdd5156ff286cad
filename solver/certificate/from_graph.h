// The strategies behind a value that was found from all reachable positions (solver/graph/).
#pragma once

#include "solver/certificate/proof.h"
#include "solver/graph/strategy.h"

namespace onyx {

/// The strategies that certify the value of a state, with their ranks: of the winner, or for a draw
/// of both players, whose play follows `cycle` if that is given and starts at the state. Throws
/// std::bad_alloc if they would take more than `most_bytes`, about.
template <int W>
Proof<W> proof_from(const Board<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle = {}, std::uint64_t most_bytes = UINT64_MAX);

/// The same as a certificate; throws too if it and its JSON would.
template <int W>
Certificate certify_value(const Board<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle = {},
                          std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx
