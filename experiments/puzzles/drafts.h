// Drafts of puzzles: positions out of games of sensible play, and what is left of them when every
// stone that does not matter has gone. Which of them may become puzzles, candidate.h says.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"
#include "experiments/repetition/find/random_positions.h"
#include "solver/bounded/bounded_search.h"

namespace onyx {

/// The positions of one game from `setup` on, to the last one before somebody connects. Both sides
/// connect if they can, else stop a threat to connect if there is one; else they take the best of a
/// few random moves by the stones that both still need, captures counted a little, with some noise.
/// Good enough for positions in which both are near their goal.
template <int W>
std::vector<Position<W>> sensible_game(const Board<W>& board, const Position<W>& setup,
                                       Random& random);

/// One to three changes: a stone moved, mostly not far, put, taken off or recoloured. Nothing if
/// the result is illegal or finished.
template <int W>
std::optional<Position<W>> rearranged(const Board<W>& board, const Position<W>& position,
                                      Random& random);

/// Takes stones off as long as `keeps_solution` holds of what is left, in random order, until no
/// stone can go. Positions that are no legal unfinished ones are not asked about.
template <int W>
Position<W> economized(
    const Board<W>& board, const Position<W>& position, Random& random,
    const std::type_identity_t<std::function<bool(const Position<W>&)>>& keeps_solution);

/// The position, or, if no game has this side to move there (has_side_due) and the board is square,
/// its reflection in the diagonal with the colours swapped: the same game with another side to move
/// and the same lead turned round, so that one may. Also reflects `key`, a place.
template <int W>
Position<W> with_side_due(const Board<W>& board, const Position<W>& position, Place& key);

}  // namespace onyx
