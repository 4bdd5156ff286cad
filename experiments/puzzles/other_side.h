// Computes what happens in a position with the other side to move: the second half of a `who`
// puzzle.
#pragma once

#include <optional>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// The position with the other side to move.
template <int W>
WidePosition<W> with_other_to_move(const WidePosition<W>& position);

/// The winner with the other side to move, and a line of best play; among equal moves, the first in
/// the order of places. Nothing if the oracle cannot tell or nobody wins. `position` must be legal
/// and not finished, with either side to move.
template <int W>
std::optional<OtherSide> other_side_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                       const WidePosition<W>& position);

}  // namespace onyx
