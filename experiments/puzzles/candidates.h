// Positions that may become puzzles: out of games of sensible play, and what is left of them when
// every stone that does not matter has gone.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "experiments/puzzles/small_board.h"
#include "experiments/repetition/find/random_positions.h"
#include "solver/bounded/bounded_search.h"

namespace onyx {

/// The positions of one game from `setup` on, to the last one before somebody connects. Both sides
/// connect if they can, else stop a threat to connect if there is one; else they take the best of a
/// few random moves by the stones that both still need, captures counted a little, with some noise.
/// Good enough for positions in which both are near their goal.
std::vector<SmallPosition> sensible_game(const SmallBoard& board, const SmallPosition& setup,
                                         Random& random);

/// One to three changes: a stone moved, mostly not far, put, taken off or recoloured. Nothing if
/// the result is illegal or finished.
std::optional<SmallPosition> rearranged(const SmallBoard& board, const SmallPosition& position,
                                        Random& random);

/// Takes stones off as long as `keeps_solution` holds of what is left, in random order, until no
/// stone can go. Positions that are no legal unfinished ones are not asked about.
SmallPosition economized(const SmallBoard& board, const SmallPosition& position, Random& random,
                         const std::function<bool(const SmallPosition&)>& keeps_solution);

/// The position, or, if no game has this side to move there (has_side_due) and the board is square,
/// its reflection in the diagonal with the colours swapped: the same game with another side to move
/// and the same lead turned round, so that one may. Also reflects `key`, a place.
SmallPosition with_side_due(const SmallBoard& board, const SmallPosition& position, Place& key);

}  // namespace onyx
