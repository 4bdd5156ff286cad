// Virtual connections: structures that join a player's edges although the opponent is to move,
// because the player can repair every cut.
//
// A *link* between two chains is a pair of free points, each of which touches both chains; an edge
// counts as a chain. A virtual connection is a sequence of chains from one edge to the other, each
// linked to the next, such that no point is in two pairs. The player answers a stone on one point
// of a pair with the other point, and any other stone with a point of any pair. So the player joins
// the edges in one move per pair. The opponent cannot connect before: at each of its moves the
// remaining points could still join the chains, and no board has room for connections of both
// players, because lines do not cross.
//
// Captures must not break the connection. The stones that matter are the stones of the chains and
// all stones that the player may still place on pairs. Such a stone can only be captured together
// with another stone of the player on the opposite corner of a square, by stones on both other
// corners, while the midpoint is empty. This cannot happen if
// (1) the midpoint is taken, which is permanent; or (2) one of the other corners has a stone that
// matters, which by the same rule stays there; or (3) the other corners are a pair, if necessary an
// additional pair for this purpose; or (4) the two corners with the player's stones are a pair
// themselves, because then the player will have only one of them. Otherwise the connection does not
// count. Captures by the player only free places, and a stone on a midpoint takes no point of a
// pair.
//
// A *threat* is a free place where a stone of the player would make a virtual connection. If the
// player is to move, the threat wins. If the opponent is to move, it must take this place, or one
// of its corners if it is a midpoint, or a point of the pairs: all other moves leave the threat
// intact. If no move meets all threats, the opponent has lost.
//
// Not all connections are found: links are between whole chains, and of each the first free pair is
// taken. Sources: V. Anshelevich, "A hierarchical approach to computer Hex", 2002; R. Hayward et
// al., "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005 (must-play
// regions). In their terms a link is a bridge.
#pragma once

#include "solver/engine/tactics/outlook.h"

namespace onyx::proof_number {

/// Refines an open outlook by virtual connections: to a win if the mover has a threat; to a loss if
/// the opponent has a connection or no move meets its threats; otherwise to the moves that meet
/// them. The number of plies is then an upper bound. `own` and `theirs` are the chains of the mover
/// and of the opponent. About a microsecond on boards of one word.
template <int W>
void look_for_connections(const WideBoard<W>& board, const WidePosition<W>& position,
                          const Chains<W>& own, const Chains<W>& theirs, Outlook<W>& outlook);

/// As above, but computes the chains itself.
template <int W>
void look_for_connections(const WideBoard<W>& board, const WidePosition<W>& position,
                          Outlook<W>& outlook);

}  // namespace onyx::proof_number
