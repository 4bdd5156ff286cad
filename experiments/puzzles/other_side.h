// What happens in a position if the other side is to move: the second half of a puzzle that asks
// who wins.
#pragma once

#include <optional>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// The same stones.
template <int W>
Position<W> with_other_to_move(const Position<W>& position);

/// Who wins with the other side to move, and a line of best play, the first move in the order of
/// places of several; nothing if the oracle cannot tell, or if nobody wins. `position` must be
/// legal and not finished, with either side to move.
template <int W>
std::optional<OtherSide> other_side_of(const Board<W>& board, Oracle<W>& oracle,
                                       const Position<W>& position);

}  // namespace onyx
