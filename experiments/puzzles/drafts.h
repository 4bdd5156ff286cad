// Drafts of puzzles: positions from games of sensible play, and such positions without the stones
// that do not matter. candidate.h decides which drafts may become puzzles.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"
#include "experiments/repetition/find/random_positions.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

/// The positions of one game from `setup` to the last one before a player connects. Both sides
/// connect if they can, else stop a threat to connect, else take the best of a few random moves.
/// The rating of a move counts the stones that both players still need, captures a little, and some
/// noise. The result is good enough to find positions in which both players are near their goal.
template <int W>
std::vector<WidePosition<W>> sensible_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                           Random& random);

/// The position after one to three changes: a stone moved (mostly nearby), added, removed or
/// recoloured. Nothing if the result is illegal or finished.
template <int W>
std::optional<WidePosition<W>> rearranged(const WideBoard<W>& board,
                                          const WidePosition<W>& position, Random& random);

/// Removes stones in random order while `keeps_solution` holds for the rest, until no further stone
/// can be removed. `keeps_solution` is called for legal unfinished positions only.
template <int W>
WidePosition<W> economized(
    const WideBoard<W>& board, const WidePosition<W>& position, Random& random,
    const std::type_identity_t<std::function<bool(const WidePosition<W>&)>>& keeps_solution);

/// The position, unless no game reaches it with this side to move (has_side_due()) and the board is
/// square. Then returns its reflection in the diagonal with the colours swapped: the same game with
/// the other side to move and the difference in stones reversed, so that a game may reach it. Also
/// reflects `key`, a place.
template <int W>
WidePosition<W> with_side_due(const WideBoard<W>& board, const WidePosition<W>& position,
                              Place& key);

}  // namespace onyx
