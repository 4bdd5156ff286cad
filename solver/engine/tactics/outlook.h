// The outlook of a position: its value as far as known without search, and its sensible moves.
//
// The forecast is never wrong. For the side to move:
//   win in 1    a stone joins both of the mover's edges;
//   loss in 2   the opponent threatens to connect, and no move stops it;
//   win in 3    a move makes threats, and no reply stops all (usually a fork: two threats at once);
//   loss in 4   the opponent could win in 3 if it were to move, and no move prevents this.
// Otherwise the outlook is open. The *sensible moves* are the legal moves, except moves after
// which the opponent is seen to connect at once or to have a fork. The excluded moves lose in at
// most 4 plies; some sensible moves may also lose in 4.
//
// Why a few flood fills suffice. Only the placed stone can connect, and a stone on a midpoint joins
// nothing, because a midpoint is free only while its four neighbours are empty. So the winning
// moves are the free points that touch chains from both edges (chain.h). A reply stops a set of
// threats iff it takes the only one, or its captures leave no other place of the set that touches
// chains from both edges. The place of a captured stone is not a new threat, because that stone did
// not connect. A move makes threats only if it touches a chain from one edge; the threats are the
// places where its chain meets a chain from the other edge. A fork can only be met by a stone on
// one of its places, by a threat, or by a capture that is possible now or becomes possible. Source:
// R. Hayward et al., "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005.
#pragma once

#include "solver/engine/tactics/threats.h"

namespace onyx::proof_number {

/// Techniques of the search. Measurements may switch them off; values never depend on them.
struct Techniques {
  bool must_play = true;    ///< Consider only moves that stop the opponent's threats to connect.
  bool forks = true;        ///< Detect wins in 3 and losses in 4; needs must_play.
  bool connections = true;  ///< Find virtual connections (virtual_connections.h); needs forks.
  bool mobility = true;     ///< Initial numbers depend on the number of sensible moves.
  bool evaluation = true;   ///< Initial numbers also depend on patterns that won; needs mobility.
  bool restarts = true;     ///< Discard unsolved entries from time to time.
  bool symmetry = true;     ///< Search symmetric positions only once (folding.h).
  bool tolerance = true;    ///< Use the 1 + epsilon trick (solver/engine/proof_number/README.md).
  bool simulation = true;   ///< Try the refutation of one reply against others (simulation.h).
  bool take_over = true;    ///< Derive successors' outlooks (proof_number/look_ahead.h).
};

enum class Forecast : std::uint8_t { open, win, loss };  ///< For the side to move.

template <int W>
struct Outlook {
  Forecast forecast = Forecast::open;
  /// If decided, the plies to the end; an upper bound if found by virtual connections. If open,
  /// legal moves that are not in `moves` lose within max(plies, 4) plies.
  std::uint16_t plies = 0;
  Place move = 0;  ///< If won, a winning move.
  /// The sensible moves, at least one, if the outlook is open.
  PlaceSet<W> moves;
};

/// Returns the legal moves that stop all `threats`, the places where the opponent would connect.
template <int W>
PlaceSet<W> parries(const WideBoard<W>& board, const WidePosition<W>& position,
                    const PlaceSet<W>& threats);

/// `position` must be legal and not finished. Takes less than a microsecond on small boards.
template <int W>
Outlook<W> outlook_of(const WideBoard<W>& board, const WidePosition<W>& position,
                      const Techniques& techniques = {});

/// Computes the outlook from the threats of both sides. `own` and `theirs` are two Threats or,
/// after a move of the opponent, ThreatsWithout and ThreatsWith. `capturing` must contain all
/// places where the mover captures.
template <int W, class OwnThreats, class TheirThreats>
Outlook<W> outlook_between(const WideBoard<W>& board, const WidePosition<W>& position,
                           const OwnThreats& own, const TheirThreats& theirs,
                           const PlaceSet<W>& legal, const PlaceSet<W>& capturing,
                           const Techniques& techniques);

}  // namespace onyx::proof_number
