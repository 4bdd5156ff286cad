// Derives the certificate of a position from the certificate of its predecessor or successor in a
// game, without a search.
#pragma once

#include <optional>

#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// The certificate that `certificate`, of `position`, implies for the position after `move`, which
/// must be legal: the claim and the strategies are kept, without the entries that play no longer
/// reaches. Returns nothing if the mover's strategy, or the line of a draw, plays another move, or
/// if the claim is a cycle. The certificate must be valid. O(entries * moves).
std::optional<Certificate> certificate_after(const Position& position, Place move,
                                             const Certificate& certificate);

/// A certificate that the mover in `position` wins, made from a certificate that the mover wins
/// after `move`. Returns nothing if the play under it returns to the position.
std::optional<Certificate> certificate_before(const Position& position, Place move,
                                              Certificate certificate);

}  // namespace onyx
