// Frames: a position of a small board, embedded into a larger one with stones around it. Let R, a
// rectangle, be the small board's image. The *frame* is a stone on every point outside R, and
// perhaps some on midpoints of squares that are not inside R, such that
//
//   ring     the points directly above and below R hold V, those directly right and left of it H;
//   spines   on each side of R where the large board continues, a straight line of stones of the
//            ring's colour leads from the ring to the edge of the large board;
//   crosses  no square with all corners outside R has V on one diagonal and H on the other,
//            whatever is on its midpoint.
//
// Theorem. For every position p of the small board let F(p) be p on R with the frame around it.
// Then F(p) has the moves of p, each leading to F(q) where it leads from p to q, and a player is
// connected in F(p) iff in p. So both are the same game, by any embedding (core/embedding.h).
//
// Proof, by induction along play. As long as the frame is complete:
//
// *Moves.* Points outside R are taken, so only squares in R can have four empty corners.
//
// *Captures.* A capture needs a stone placed on a corner of its square, so none happens if all
// corners are outside R. If two corners are in R, the others are neighbours in the ring, of one
// colour, one on each diagonal: neither diagonal can belong to the other player, as a capture
// needs. If one corner is in R, its neighbours in the square are one V and one H of the ring: this
// diagonal belongs to nobody. Hence the captures are those of p, and the frame remains complete.
//
// *Midpoint stones of the frame join nothing new.* A midpoint stone is joined to the corners of its
// colour. It joins something new only if two opposite corners have its colour and neither of the
// others does. If all corners are outside R, that is the forbidden cross. If two are in R, the
// others, in the ring, have one colour. Two opposite corners of that colour include one in the
// ring, and the ring's other corner has the colour too; two of the other colour would both be in R,
// where corners are not opposite. If one corner is in R, the two next to it have different colours,
// so the two opposite corners are the others, and one of those next to it has their colour.
//
// *Connections*, for V; for H reflect the board. A chain of V in p from the bottom row of R to its
// top row continues to the ring, the spine and the edge, unless R is at the edge. So V is connected
// in F(p).
//
// Conversely, call `above` the points above R, and those above H's spines in the columns beside R;
// define `below` likewise. The only other points outside R are those of H's spines. A line joins
// points of the same or of neighbouring rows, so none joins `above` to `below`: a row of H
// separates them beside R. A line from R to a V stone of `above` starts in the top row of R, for
// the ring's columns beside R are H's; likewise for `below`. No point of the large board's bottom
// edge is `above`, none of its top edge `below`. Follow a chain of V in F(p) from bottom to top. It
// enters R from its last stone `below`, or starts in R at the bottom edge: both in the bottom row
// of R. It stays in R until it moves `above`, or ends in R at the top edge: both in the top row of
// R. So V is connected in p. []
//
// The other stones' colours and the midpoints taken are free. So the counts can be fitted to a game
// from a setup, which is then usually easy to find (proof_game.h). Nothing depends on this proof:
// `onyx frame` solves its output on the large board and checks the certificate there.
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
/// Without `lead`, points outside belong to the player whose edge they lean to. With `lead`, V has
/// that many stones more than H in the result: stones that lean least change their colour, and
/// stones are added on midpoints with corners empty in the setup, as few as possible.
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
