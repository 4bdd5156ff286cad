// The outlook of a position: its value as far as known without search, and its sensible moves.
//
// The forecast is exact in all cases. For the side to move:
//   win in 1    a place joins both of the mover's edges;
//   loss in 2   the opponent threatens to connect, and no move stops it;
//   win in 3    a move makes threats, and no reply stops all of them: usually a fork, two places
//               to connect at, where no capture can spoil either threat;
//   loss in 4   the opponent could make such threats if it were to move, and no move meets that.
// Otherwise the outlook is open. Its sensible moves exclude the moves after which the opponent
// connects at once or still has a fork that it has now. All excluded moves lose in at most 4 plies;
// other moves that lose in 4 may remain.
//
// Why a few flood fills suffice. Only the placed stone can connect, and a stone on a midpoint has
// no neighbours. So the winning moves are the free points that touch both a chain from one edge and
// a chain from the other (chain.h). A reply stops all threats T iff it takes the only one, or it
// captures, and no other place of T still touches chains from both edges. A captured place is not a
// new threat, because the stone on it did not connect before. A move makes threats only if it
// touches a chain from one edge; the threats are where its own chain meets the chain from the other
// edge. A fork that the opponent has now can only be met by a stone on one of its places, by a
// threat, or by a capture that is possible now or becomes possible. Must-play and forks as in R.
// Hayward et al., "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005.
#pragma once

#include "solver/engine/tactics/threats.h"

namespace onyx::proof_number {

/// Techniques of the search, to be switched off for measurements. Values never depend on them.
struct Techniques {
  bool must_play = true;    ///< Consider only moves that stop the opponent's threats to connect.
  bool forks = true;        ///< Wins in 3 and losses in 4; needs must_play.
  bool connections = true;  ///< Virtual connections (virtual_connections.h); needs forks.
  bool mobility = true;     ///< Initial numbers depend on the number of sensible moves; else 1.
  bool evaluation = true;   ///< Initial numbers also depend on patterns that won; needs mobility.
  bool restarts = true;     ///< Unsolved entries are discarded from time to time.
  bool symmetry = true;     ///< Symmetry reduction: symmetric positions count as one.
  bool tolerance = true;    ///< The 1 + epsilon trick.
  bool simulation = true;   ///< A win against one reply is tried against the others (simulation.h).
  bool take_over = true;    ///< Outlooks of successors follow from that of the position
                            ///< (look_ahead.h).
};

template <int W>
struct Outlook {
  enum class Forecast : std::uint8_t { open, win, loss };  ///< For the side to move.

  Forecast forecast = Forecast::open;
  /// For a win (1 or 3) or loss (2 or 4): the exact number of plies, or an upper bound if a virtual
  /// connection was found. If open: the excluded moves lose within max(plies, 4).
  std::uint16_t plies = 0;
  Place move = 0;  ///< If won, a winning move.
  /// If open, the sensible moves; there is at least one.
  PlaceSet<W> moves;
};

/// The legal moves after which none of `threats` is left. `threats` must contain at least one of
/// the places where the opponent would connect if it were to move. If it lacks some of them, the
/// result may include moves that leave these, but it omits no move that stops all.
template <int W>
PlaceSet<W> parries(const WideBoard<W>& board, const WidePosition<W>& position,
                    const PlaceSet<W>& threats);

/// The outlook of a legal and unfinished position. Some tenths of a microsecond on small boards.
template <int W>
Outlook<W> outlook_of(const WideBoard<W>& board, const WidePosition<W>& position,
                      const Techniques& techniques = {});

/// The outlook, computed from the threats of both sides: either the threats of the position
/// (Threats), or those derived after a move (ThreatsWithout for the mover, ThreatsWith for the
/// opponent). `capturing` must contain all places where the mover captures, and may contain others.
template <int W, class OwnThreats, class TheirThreats>
Outlook<W> outlook_between(const WideBoard<W>& board, const WidePosition<W>& position,
                           const OwnThreats& own, const TheirThreats& theirs,
                           const PlaceSet<W>& legal, const PlaceSet<W>& capturing,
                           const Techniques& techniques);

}  // namespace onyx::proof_number
