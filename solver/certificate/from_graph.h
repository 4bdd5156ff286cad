// The strategies behind a value that was found from all reachable positions (solver/engine/graph/).
#pragma once

#include "solver/certificate/proof.h"
#include "solver/engine/graph/strategy.h"

namespace onyx {

/// The strategies, with ranks, that certify the value of a state: the winner's, or for a draw both
/// players'. The play of a draw follows `cycle` if it is given and starts at the state. Throws
/// std::bad_alloc if the strategies would take more than about `most_bytes`.
template <int W>
Proof<W> proof_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                    const std::vector<StateId>& cycle = {}, std::uint64_t most_bytes = UINT64_MAX);

/// As proof_from, but makes a certificate; also throws std::bad_alloc if the certificate and its
/// JSON would take more.
template <int W>
Certificate certify_value(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                          const std::vector<StateId>& cycle = {},
                          std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx
