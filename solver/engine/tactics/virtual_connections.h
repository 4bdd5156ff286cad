// Virtual connections: structures that join a player's edges even if the opponent moves first,
// because the player can repair every cut.
//
// A *link* (in Hex, a bridge) between two chains is a pair of free points, each of which touches
// both; an edge counts as a chain. A virtual connection is a sequence of chains from edge to edge,
// each linked to the next, such that no point is in two pairs. The player answers a stone on a pair
// with the other point of the pair, and any other stone with a point of any pair. So one move per
// pair is enough. The opponent cannot connect first, because the remaining points could still join
// the chains, and lines of the two players do not cross.
//
// Captures must not break the connection. The stones that matter are the stones of the chains and
// all stones still to be placed on pairs. A stone can only be captured together with another stone
// of the player on the opposite corner of a square with an empty midpoint, by stones on both other
// corners. This cannot happen if (1) the midpoint is taken; or (2) one of the other corners has a
// stone that matters, which by the same rule stays; or (3) the other corners are a pair, perhaps an
// additional one; or (4) the two corners with the player's stones are a pair, of which the player
// gets only one. Otherwise the connection does not count. The player's own captures only free
// places, and a stone on a midpoint takes no point of a pair.
//
// In this file, a *threat* is a free place where a stone of the player would make a virtual
// connection. A player to move who has a threat wins. An opponent to move must take that place, a
// point of the pairs or, if the place is a midpoint, one of its corners. If no move meets all
// threats, the opponent loses.
//
// Not all connections are found: links are between whole chains, and only the first free pair is
// tried. Sources: V. Anshelevich, "A hierarchical approach to computer Hex", 2002; R. Hayward et
// al., "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005 (must-play).
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
