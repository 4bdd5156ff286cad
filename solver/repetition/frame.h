// Frames: a position of a small board, embedded into a larger one with stones all around it.
//
// The small board's image is a rectangle R of the large board. The *frame* is a stone on every
// point outside R, and perhaps some on midpoints of squares that are not inside R, such that
//
//   ring     the points directly above and below R hold V, those directly right and left of it H;
//   spines   on each side of R where the large board continues, a straight line of stones of the
//            ring's colour leads from the ring to the edge of the large board;
//   crosses  no square with all corners outside R has V on one diagonal and H on the other,
//            whatever is on its midpoint.
//
// Theorem. For every position p of the small board let F(p) be p on R with the frame around it.
// Then F(p) has the moves of p, each leading to F(q) where it leads from p to q, and a player is
// connected in F(p) iff the player is connected in p. So both are the same game: same value, same
// cycles, same strategies, by any embedding (core/embedding.h) of the small board in the large one.
//
// Proof, by induction along play: as long as the frame is complete, the following holds.
//
// *Moves.* All points outside R are taken, so no square that is not inside R has four empty
// corners. So every legal move is in R, as in p.
//
// *Captures.* A capture needs a stone placed on a corner of its square, so none happens in a square
// with all corners outside R. If a square has two corners in R, the other two are neighbours in the
// ring, of one colour, and one is on each diagonal: so no diagonal can belong to the other player,
// as a capture needs. If a square has one corner in R, that is a corner of R too, and its two
// neighbours in the square are in the ring, one V and one H: so this diagonal belongs to nobody.
// Hence the captures are the same as in p, and the frame remains complete.
//
// *Midpoint stones of the frame join nothing new*, so the rest of the proof may ignore them. Such a
// stone is joined to the corners of its colour, and joins something new only if two opposite
// corners have that colour and neither of the others does. If all corners are outside R, that is
// the forbidden cross. If two corners are in R, the other two, in the ring, have one colour. Two
// opposite corners of that colour include one in the ring, and the ring's other corner has the
// colour too; and two opposite corners of the other colour are impossible, since that player has
// corners only in R, which are not opposite. If one corner is in R, the two next to it have
// different colours, so the two opposite ones are the others, and one of the two next to it has
// their colour.
//
// *Connections*, for V; for H reflect the board. If V has a chain in p from the bottom row of R to
// its top row, it continues to the ring, which is next to every point of these rows, along the ring
// to the spine, and along the spine to the edge; or R is at that edge. So V is connected in F(p).
//
// Conversely, call `above` the points above R, and in the columns to its left and right the points
// above H's spine there; define `below` likewise. The only other points outside R are the points of
// H's spines. A line joins points of the same or of neighbouring rows, so none joins `above` to
// `below`: beside R a row of H separates them. A line from R to a V stone of `above` starts in the
// top row of R, for the ring's columns beside R are H's; likewise for `below`. And no point of the
// large board's bottom edge is `above`, none of its top edge `below`. Now follow a chain of V in
// F(p) from the bottom to the top. It enters R from its last stone `below`, or starts in R at the
// bottom edge if there is none: in either case in the bottom row of R. From there it stays in R
// until it moves `above`, or ends in R at the top edge: in either case it is in the top row of R
// then. So V is connected in p. []
//
// Everything else is free: the other stones' colours, and the number of midpoints taken. So the
// counts can be fitted to a game from a setup: without captures V and H have equally many stones
// with V to move, and V one more with H to move. Such a game is then usually easy to find
// (proof_game.h): midpoints first, then points in any order.
//
// Nothing in the project depends on this proof: the output of `onyx frame` is solved on the large
// board, and its certificate is checked there.
#pragma once

#include <array>
#include <optional>

#include "core/embedding.h"

namespace onyx {

/// A framed position, and the stones that were used.
template <int W>
struct Framed {
  WidePosition<W> position;
  std::array<int, 2> points{};     ///< Points of the frame, by player; setup stones included.
  std::array<int, 2> midpoints{};  ///< Midpoints of the frame, by player.
  int recoloured = 0;              ///< Stones of the frame recoloured for the counts.
};

/// `inner` is the image of an unfinished legal position, on `board`, under `embedding`. The result
/// contains all stones of `setup`; those inside the image must be stones of `inner`.
///
/// Without `lead`, points outside belong to the player whose edge they lean to. With `lead`, V has
/// that many more stones than H in the result: stones that lean least change their colour, and
/// stones are added on midpoints whose corners are empty in the setup; one if parity requires it,
/// more only if colours do not suffice.
///
/// Returns nothing if there is no frame of this kind: a stone of the setup is in its way, or the
/// lead cannot be reached. O(places * colour changes).
template <int W>
std::optional<Framed<W>> frame(const WideBoard<W>& board, const WidePosition<W>& inner,
                               const Embedding& embedding, const WidePosition<W>& setup,
                               std::optional<int> lead);

/// V's lead in a position that is reached from the setup without captures.
template <int W>
int lead_without_captures(const WidePosition<W>& setup, Player to_move) {
  // V moves first, so H is to move iff V has placed one stone more.
  const int start = setup.of(Player::V).count() - setup.of(Player::H).count();
  return start + (to_move == Player::H ? 1 : 0);
}

}  // namespace onyx
