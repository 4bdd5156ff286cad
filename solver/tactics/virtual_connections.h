// Virtual connections: what joins a player's edges although he is not to move, because whatever is
// cut can be mended.
//
// A *link* between two chains is a pair of free points each of which touches both; an edge counts
// as a chain. Chains from the one edge to the other, each linked to the next, no point in two
// pairs, are a virtual connection: to a stone on one point of a pair the player answers on the
// other, to all else on any pair; so he has joined his edges when he has moved as often as there
// are pairs. The other side cannot have connected before: at each of its moves the chains could
// still be joined by the points that are left, and no board has room for both, as no lines cross.
//
// Captures are this game's own, and must not break it. The stones that matter are those of the
// chains and all that the player may still place on pairs. One of them and any other stone of his,
// on opposite corners of a square, are captured by stones on both other corners, while the midpoint
// is empty; nothing else is. That cannot happen if the midpoint is taken, for good; or one of the
// other corners has a stone that matters, which by the same rule stays there; or these corners are
// a pair, if need be one more, only for this; or the two are a pair themselves, for then only one
// will be the player's. If a capture is not excluded so, the connection does not count. What the
// player captures himself only gives places back, and a stone on a midpoint takes no point of any
// pair.
//
// A *threat* is a free place where a stone of the player would make a virtual connection. If he is
// to move, he wins by it. If the other side is, it must take that place, or a corner around it if
// it is a midpoint, or a point of the pairs: all other moves leave the whole of it as it is. Where
// no move meets all threats, it has lost.
//
// Not all connections are found: only those by links between whole chains, each found by itself.
// Sources: V. Anshelevich, "A hierarchical approach to computer Hex", 2002 (virtual connections);
// R. Hayward et al., "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005
// (must-play regions). In these words a link is the smallest virtual connection, a bridge.
#pragma once

#include "solver/tactics/outlook.h"

namespace onyx::proof_number {

/// Adds to an outlook that is open what virtual connections say: a win by a threat of the mover; a
/// loss, if the other side has a connection or no move meets its threats; or which moves meet them.
/// The plies that it tells are then a bound. `own` and `theirs` are the chains of the mover and of
/// the other side. O(free places x pairs of chains) at worst, about a microsecond on boards of one
/// word.
template <int W>
void look_for_connections(const Board<W>& board, const Position<W>& position, const Chains<W>& own,
                          const Chains<W>& theirs, Outlook<W>& outlook);

/// The same, where the chains are not known yet.
template <int W>
void look_for_connections(const Board<W>& board, const Position<W>& position, Outlook<W>& outlook);

}  // namespace onyx::proof_number
