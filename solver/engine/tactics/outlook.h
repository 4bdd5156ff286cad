// The outlook of a position: its value as far as known without search, and its sensible moves.
//
// The forecast is exact in all cases. For the side to move:
//   win in 1    a place joins both of the mover's edges;
//   loss in 2   the opponent threatens to connect, and no move stops it;
//   win in 3    a move makes threats, and no reply stops all of them (usually a fork, two places);
//   loss in 4   the opponent could do so if it were to move, and no move meets that.
// Otherwise the outlook is open. Its sensible moves exclude moves after which the opponent connects
// at once or still has a fork: they lose in at most 4 plies. Others that lose in 4 may remain.
//
// Why a few flood fills suffice. Only the placed stone can connect, and a stone on a midpoint has
// no neighbours. So the winning moves are the free points that touch chains from both edges
// (chain.h). A reply stops all threats T iff it takes the only one, or it captures and no other
// place of T still touches chains from both edges. A captured place is not a new threat: its stone
// did not connect. A move makes threats only if it touches a chain from one edge, and they are
// where its own chain meets the chain from the other. A fork can only be met by a stone on one of
// its places, by a threat, or by a capture that is possible now or becomes possible. Source: R.
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
  bool take_over = true;    ///< Outlooks of successors by look_ahead.h.
};

template <int W>
struct Outlook {
  enum class Forecast : std::uint8_t { open, win, loss };  ///< For the side to move.

  Forecast forecast = Forecast::open;
  /// Exact, or a bound by virtual connections. If open: excluded moves lose within max(plies, 4).
  std::uint16_t plies = 0;
  Place move = 0;  ///< If won, a winning move.
  /// The sensible moves if the outlook is open, at least one.
  PlaceSet<W> moves;
};

/// The legal moves that stop all `threats`, which are some places where the opponent would connect.
template <int W>
PlaceSet<W> parries(const WideBoard<W>& board, const WidePosition<W>& position,
                    const PlaceSet<W>& threats);

/// `position` must be legal and not finished. Less than a microsecond on small boards.
template <int W>
Outlook<W> outlook_of(const WideBoard<W>& board, const WidePosition<W>& position,
                      const Techniques& techniques = {});

/// Takes Threats or, after a move, ThreatsWithout of the mover and ThreatsWith of the opponent.
/// `capturing` must contain all places where the mover captures.
template <int W, class OwnThreats, class TheirThreats>
Outlook<W> outlook_between(const WideBoard<W>& board, const WidePosition<W>& position,
                           const OwnThreats& own, const TheirThreats& theirs,
                           const PlaceSet<W>& legal, const PlaceSet<W>& capturing,
                           const Techniques& techniques);

}  // namespace onyx::proof_number
