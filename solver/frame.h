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
// Proof. *Moves.* All points outside R are taken, so an empty midpoint of a square that is not in R
// has a taken corner as long as the frame stands, and nothing can be placed outside R.
//
// *Captures.* A capture needs a placement on a corner of its square, so a square outside R sees
// none, and it is left to look at squares that have corners in R and others not. If two corners are
// in R, the other two are neighbours in the ring and of one colour; each is on one diagonal, so no
// diagonal is of the other colour, and nothing is captured there. If one corner is in R, it is a
// corner point of R, and the two next to it in the square are in the ring, one V, one H, on one
// diagonal: again nothing is captured. So the frame stands for ever, and captures are those of p.
//
// *Midpoint stones of the frame join nothing new.* Such a stone could only join two opposite
// corners of its square, of its own colour, that have no third corner of that colour between them.
// Outside R that would be the forbidden cross. With two corners in R: the ring's two corners are of
// one colour and next to each other and to the others, so of that colour all corners are joined
// already; of the other colour there are only the two in R, which are joined too. With one corner
// in R: of each colour there is a corner in the ring, next to both corners that may have it too.
//
// *Connections.* A line from R to outside leads from a point p at the rim of R to the ring, or, if
// p is a corner point of R, to a point that touches R at that corner only; that point and p both
// have a V neighbour in the ring and an H neighbour in it, so this line joins nothing that is not
// joined without it. (If R touches an edge of the large board there, there is no such point.) So V
// stones outside are joined to V stones in R through the ring's rows above and below R only, that
// is, at the top and bottom rows of R; and these rows are joined to the large board's edges by
// their spines, or are part of these edges. So if V is connected in p, he is in F(p). Conversely,
// R, the ring's columns and H's spines cut what is outside R into a part above and a part below,
// and since the board's lines do not cross, no chain of V gets from one to the other but through R
// (if R touches the left or right edge, nothing is left to be cut there). So a chain of V in F(p)
// from the bottom to the top contains one in R which, coming from below, begins in the bottom row
// of R, and, leading above, ends in its top row: V is connected in p. For H turn the board. []
//
// Everything else is free: the other stones' colours, and how many midpoints are taken. That is
// what makes the counts come out right for a game from a setup. Without captures there must be
// exactly as many stones of V as of H with V to move, and one more with H to move. Once the colours
// are right, such a game is mostly easy to find (proof_game.h): midpoints first, then points in any
// order.
//
// Nothing in the project rests on this proof: what `onyx frame` writes is solved on the large
// board, and its certificate is checked there.
#pragma once

#include <optional>
#include <string>

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
