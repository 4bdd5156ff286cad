// The outlook of a position: what can be said of it without search, and which moves are sensible.
//
// Exact, in all cases, for the side to move:
//   win in 1    a place joins both of the mover's edges;
//   loss in 2   the other side threatens to connect, and no move stops it;
//   win in 3    a move makes threats of which no reply stops all: mostly a fork, two places to
//               connect at, none of which can be spoiled by a capture;
//   loss in 4   the other side could make such threats if it were to move, and no move meets that.
// Otherwise the sensible moves are what is left when those are taken away after which the other
// side connects at once, and those after which it still has a fork that it has now. The others lose
// in 4 plies at most. (Not all that do are found.)
//
// Why a few flood fills suffice. A move connects only by the stone that it places: captures take
// stones of the other side away, and on a midpoint a stone has no neighbours. So the winning moves
// are the free points that touch both a chain from the one edge and a chain from the other
// (chain.h). A reply leaves none of the threats T iff it is the only one, or it captures and
// T, less the place taken, no longer touches both chains of what is left: captured places are no
// new threats, because there the old stones, which did not connect, would only be back. A move
// makes threats only if it touches a chain from one edge, and they are where its own chain meets
// the other one. A fork that the other side has now is met only by a stone on one of its places, by
// a threat, or by a capture that is, or becomes, possible; any other stone changes nothing of it.
// Must-play and forks as in R. Hayward et al., "Solving 7x7 Hex with domination, fill-in, and
// virtual connections", 2005; captures are this game's own.
#pragma once

#include "solver/tactics/threats.h"

namespace onyx::proof_number {

/// What the search looks at beyond the rules; each can be switched off, to see its effect. Values
/// never depend on it.
struct Techniques {
  bool must_play = true;    ///< Where the other side threatens to connect, only moves that stop it.
  bool forks = true;        ///< Wins in 3 and losses in 4; needs must_play.
  bool connections = true;  ///< Virtual connections (virtual_connections.h); needs forks.
  bool mobility = true;     ///< First numbers from the number of sensible moves, else 1.
  bool evaluation = true;   ///< First numbers also from patterns that won; needs mobility.
  bool restarts = true;     ///< What is not solved is forgotten from time to time.
  bool symmetry = true;     ///< Positions that a turn of the board maps to each other are one.
  bool tolerance = true;    ///< The 1 + epsilon trick.
  bool simulation = true;   ///< What wins after one reply is tried after the others (simulation.h).
  bool take_over = true;    ///< Outlooks of successors from that of the position (look_ahead.h).
};

template <int W>
struct Outlook {
  enum class Forecast : std::uint8_t { open, win, loss };  ///< For the side to move.

  Forecast forecast = Forecast::open;
  /// Of a win (1 or 3) or loss (2 or 4), exactly; by a virtual connection, at most. If open, the
  /// moves left out lose in so many at most, or in 4.
  std::uint16_t plies = 0;
  Place move = 0;  ///< Of a win.
  /// If open, the sensible moves; never empty.
  PlaceSet<W> moves;
};

/// The legal moves after which none of `threats` is left, places where the other side would connect
/// if it were to move; at least one. If these are not all of them, moves may be found that meet
/// these alone, but none is missed: where nothing is found, nothing meets all.
template <int W>
PlaceSet<W> parries(const Board<W>& board, const Position<W>& position, const PlaceSet<W>& threats);

/// Of a legal and unfinished position. O(stones + free points), some tenths of a microsecond on
/// boards of one word.
template <int W>
Outlook<W> outlook_of(const Board<W>& board, const Position<W>& position,
                      const Techniques& techniques = {});

/// The same, given both sides' threats as they are (Threats), or after a move (ThreatsWithout of
/// the mover, ThreatsWith of the other side). `capturing` holds all places where the mover
/// captures, and may hold others.
template <int W, class OwnThreats, class TheirThreats>
Outlook<W> outlook_between(const Board<W>& board, const Position<W>& position,
                           const OwnThreats& own, const TheirThreats& theirs,
                           const PlaceSet<W>& legal, const PlaceSet<W>& capturing,
                           const Techniques& techniques);

}  // namespace onyx::proof_number
