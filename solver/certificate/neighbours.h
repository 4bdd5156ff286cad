// Certificates of a position from one of a neighbour in a game, without a search.
#pragma once

#include <optional>

#include "core/board.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// What a certificate of `position` proves of the position after `move`, which must be legal: the
/// same claim by the same strategies, without the entries that play no longer comes to. Nothing
/// where the strategy of the player who moves, or the line of a draw, goes another way, and of a
/// cycle. The certificate must be sound. O(entries * moves).
template <int W>
std::optional<Certificate> certificate_after(const Board<W>& board, const Position<W>& position,
                                             Place move, const Certificate& certificate);

/// A certificate that the player who moves in `position` wins, from one that he wins after `move`.
/// Nothing if the play under it comes back to the position.
template <int W>
std::optional<Certificate> certificate_before(const Board<W>& board, const Position<W>& position,
                                              Place move, Certificate certificate);

}  // namespace onyx
