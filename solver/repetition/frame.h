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
// connected in F(p) iff in p. So p and F(p) are the same game, for any embedding (embedding.h). The
// proof is in frame.md.
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
  std::array<int, 2> points{};     ///< Stones on points of the frame, setup stones included.
  std::array<int, 2> midpoints{};  ///< Stones on midpoints of the frame.
  int recoloured = 0;              ///< Stones recoloured to reach `lead`.
};

/// Frames `inner`, the image of an unfinished legal position on `board` under `embedding`. The
/// result contains all stones of `setup`; setup stones inside the image must be stones of `inner`.
///
/// Without `lead`, each remaining point goes to V if it is at least as far from R vertically as
/// horizontally, else to H, except to avoid a cross. With `lead`, V gets `lead` more stones than H:
/// points change colour, then stones are added on midpoints with corners empty in the setup.
///
/// Returns nothing if setup stones block the frame or `lead` is unreachable. O(places * changes).
template <int W>
std::optional<Framed<W>> frame(const WideBoard<W>& board, const WidePosition<W>& inner,
                               const Embedding& embedding, const WidePosition<W>& setup,
                               std::optional<int> lead);

/// Returns V's stones minus H's in any position reached from the setup without captures.
template <int W>
int lead_without_captures(const WidePosition<W>& setup, Player to_move) {
  // V moves first, so H is to move iff V has placed one stone more.
  const int start = setup.of(Player::V).count() - setup.of(Player::H).count();
  return start + (to_move == Player::H ? 1 : 0);
}

}  // namespace onyx
