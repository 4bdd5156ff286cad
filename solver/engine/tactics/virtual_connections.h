// Finds virtual connections, which join a player's edges even if the opponent moves first, and
// *threats*, free places where a stone would make one. solver/engine/tactics/README.md defines both
// and proves that they win. The search for them is incomplete.
#pragma once

#include "solver/engine/tactics/outlook.h"

namespace onyx::proof_number {

/// Refines an open outlook: to a win if the mover has a threat, to a loss if the opponent has a
/// connection or threats that no move meets. Otherwise keeps only the moves that meet all threats.
/// The plies are an upper bound. `own` are the mover's chains. About a microsecond for W = 1.
template <int W>
void look_for_connections(const WideBoard<W>& board, const WidePosition<W>& position,
                          const Chains<W>& own, const Chains<W>& theirs, Outlook<W>& outlook);

template <int W>
void look_for_connections(const WideBoard<W>& board, const WidePosition<W>& position,
                          Outlook<W>& outlook);

}  // namespace onyx::proof_number
