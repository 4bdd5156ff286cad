// Frames: a position of a small board, carried into a larger one by stones all around it.
//
// The small board's image is a rectangle R of the large board. The *frame* is a stone on every
// point outside R, and perhaps some on midpoints of squares that do not lie in R, such that
//
//   ring     the points right above and right below R hold V, those right and left of it H;
//   spines   on each side of R where the large board goes on, a straight line of stones of the
//            ring's colour leads from the ring to the edge of the large board;
//   crosses  no square all of whose corners are outside R has V on one diagonal and H on the
//            other, whatever is on its midpoint.
//
// Theorem. For every position p of the small board let F(p) be p on R with the frame around it.
// Then the moves of F(p) are those of p and lead to F of what they lead to there, and a player is
// connected in F(p) iff he is in p. So both are the same game: same value, same cycles, same
// strategies, by any embedding (core/embedding.h) of the one board in the other.
//
// Proof, by induction along play: as long as the frame stands, the following holds.
//
// *Moves.* All points outside R are taken, so of the squares that do not lie in R none has four
// empty corners. What can be placed is placed in R, as in p.
//
// *Captures.* A capture needs a stone placed on a corner of its square, so a square with all
// corners outside R sees none. If a square has two corners in R, the other two are neighbours in
// the ring, of one colour, and each lies on one of its diagonals: so no diagonal can belong to the
// other player, as a capture needs. If it has one corner in R, that is a corner of R too, and its
// two neighbours in the square lie in the ring, a V and an H: so this diagonal belongs to nobody.
// Hence captures are those of p, and the frame goes on standing.
//
// *Midpoint stones of the frame join nothing new*, so they may be left out of what follows. Such a
// stone is joined to the corners of its colour, and joins something new only if two opposite
// corners have that colour and neither of the others does. If all corners are outside R, that is
// the forbidden cross. If two are in R, the other two, in the ring, have one colour: of two
// opposite corners of that colour one is in the ring, and the ring's other corner has the colour
// too; and the other player has corners in R only, which are not opposite. If one is in R, the two
// next to it have different colours, so the two opposite ones are the others, and one of the two
// next to it has their colour.
//
// *Connections*, for V; for H reflect the board. If V has a chain in p from the bottom row of R to
// its top row, then it goes on to the ring, which is next to every point of these rows, along the
// ring to the spine, and along the spine to the edge; or R lies at that edge. So V is connected in
// F(p).
//
// Conversely, call `above` the points above R, and in the columns to its left and right those above
// H's spine there; `below` likewise. Outside R there are no other points but those of H's spines. A
// line joins points of the same or of neighbouring rows, so none joins `above` to `below`: beside R
// a row of H lies between. A line from R to a V stone of `above` starts in the top row of R, for
// the ring's columns beside R are H's; and so for `below`. And no point of the large board's bottom
// edge is `above`, none of its top edge `below`. Now follow a chain of V in F(p) from the bottom to
// the top. It enters R from its last stone `below`, or starts in R at the bottom edge if there is
// none: in either case in the bottom row of R. From there it stays in R until it goes `above`, or
// ends in R at the top edge: in either case it is in the top row of R then. So V is connected in p.
// []
//
// Everything else is free: the other stones' colours, and how many midpoints are taken. That is
// what makes the counts come out right for a game from a setup. Without captures there must be
// exactly as many stones of V as of H with V to move, and one more with H to move. Once the counts
// are right, such a game is mostly easy to find (proof_game.h): midpoints first, then points in any
// order.
//
// Nothing in the project rests on this proof: what `onyx frame` writes is solved on the large
// board, and its certificate is checked there.
#pragma once

#include <array>
#include <optional>

#include "core/embedding.h"

namespace onyx {

/// What surrounds the image of the small board, and what had to be done for the counts.
template <int W>
struct Framed {
  Position<W> position;
  std::array<int, 2> points{};     ///< Points of the frame, by player; setup stones included.
  std::array<int, 2> midpoints{};  ///< Midpoints of the frame, by player.
  int recoloured = 0;              ///< Stones of the frame whose colour was changed for the counts.
};

/// `inner` is the image of an unfinished legal position, on `board`, under `embedding`. All stones
/// of `setup` stand in the result: where they are in the image they must be stones of `inner`.
///
/// Without `lead`, points outside go to the player whose edge they lean to. With `lead`, V has that
/// many stones more than H in the result: stones that lean least change their colour, and stones on
/// midpoints whose corners are empty in the setup are added; one if parity asks for it, more only
/// if colours do not suffice.
///
/// Nothing if there is no frame of this kind: a stone of the setup stands in its way, or the lead
/// is out of reach. O(places * colour changes).
template <int W>
std::optional<Framed<W>> frame(const Board<W>& board, const Position<W>& inner,
                               const Embedding& embedding, const Position<W>& setup,
                               std::optional<int> lead);

/// The lead that a position reached from the setup without captures has.
template <int W>
int lead_without_captures(const Position<W>& setup, Player to_move) {
  // V begins; so H moves next iff V has placed one stone more.
  const int start = setup.of(Player::V).count() - setup.of(Player::H).count();
  return start + (to_move == Player::H ? 1 : 0);
}

}  // namespace onyx
