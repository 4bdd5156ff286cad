// Frames: a position of a small board, embedded into a larger one with stones around it. Let the
// rectangle R be the image of the small board. The *frame* has a stone on every point outside R,
// and may have stones on midpoints of squares that are not inside R, such that
//
//   ring     the points directly above and below R hold V, those directly right and left of it H;
//   spines   on each side of R where the large board continues, a straight line of stones of the
//            ring's colour leads from the ring to the edge of the large board;
//   crosses  no square with all corners outside R has V on one diagonal and H on the other,
//            whatever is on its midpoint.
//
// Theorem. For every position p of the small board let F(p) be p on R with the frame around it.
// Then F(p) has the same moves as p; a move from p to q leads from F(p) to F(q); and a player is
// connected in F(p) iff in p. So p and F(p) are the same game, for any embedding (embedding.h).
//
// Proof, by induction along play. As long as the frame is complete:
//
// *Moves.* Points outside R are taken, so only squares in R can have four empty corners.
//
// *Captures.* A capture needs a stone placed on a corner of its square, so none happens if all
// corners are outside R. If two corners are in R, the other two are in the ring, have one colour,
// and lie on different diagonals. So neither diagonal can belong to the other player, as a capture
// needs. If one corner is in R, the two corners next to it are one V and one H of the ring, so that
// diagonal belongs to nobody. Hence the captures are those of p, and the frame remains complete.
//
// *Midpoint stones of the frame join nothing new.* A midpoint stone is joined to the corners of its
// colour. It joins something new only if two opposite corners have its colour and the other two do
// not. If all corners are outside R, that is the forbidden cross. If two corners are in R, the two
// in the ring have one colour. If the midpoint stone has this colour too, both diagonals have a
// corner of it. If not, two opposite corners of its colour would both be in R, but these are
// adjacent. If one corner is in R, the two next to it have different colours, so exactly one of
// them has the colour of the midpoint stone.
//
// *Connections*, for V; for H reflect the board. A chain of V in p from the bottom row of R to its
// top row continues to the ring, the spine and the edge, unless R is at the edge. So V is connected
// in F(p).
//
// Conversely, call `above` the points above R, and those above H's spines in the columns beside R;
// define `below` likewise. The only other points outside R are those of H's spines. A line joins
// points of the same or of neighbouring rows, so none joins `above` to `below`: a row of H
// separates them beside R. A line from R to a V stone of `above` starts in the top row of R,
// because the ring's columns beside R are H's; likewise for `below`. No point of the large board's
// bottom edge is `above`, and none of its top edge is `below`. Follow a chain of V in F(p) from
// bottom to top. It enters the bottom row of R from its last stone `below`, or starts there because
// R is at the bottom edge. It stays in R until it leaves the top row of R for `above`, or ends
// there because R is at the top edge. So V is connected in p. []
//
// The colours of all other stones, and which midpoints are taken, are free. So the counts can be
// fitted to a game from a setup, which is then usually easy to find (proof_game.h). Nothing depends
// on this proof: `onyx frame` solves its output on the large board and checks the certificate.
#pragma once

#include <array>
#include <optional>

#include "core/embedding.h"

namespace onyx {

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
/// Without `lead`, each other point outside goes to the player towards whose edge it leans. With
/// `lead`, V has `lead` stones more than H in the result: as few stones as possible change their
/// colour, those that lean least, or are added on midpoints whose corners are empty in the setup.
///
/// Nothing if a setup stone is in the way or the lead cannot be reached. O(places * changes).
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
