// Derives a certificate, without a search, from a certificate of the previous or next position.
#pragma once

#include <optional>

#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// Derives a certificate for the position after a legal `move` from a valid certificate for
/// `position`. Keeps the claim and the reachable strategy entries. Returns nothing if the mover's
/// strategy or the line plays another move, or the claim is a cycle. O(entries * legal moves).
std::optional<Certificate> certificate_after(const Position& position, Place move,
                                             const Certificate& certificate);

/// Derives a certificate that the mover wins `position` from a certificate that the mover wins
/// after `move`. Returns nothing if play under the given strategy can lead back to `position`.
std::optional<Certificate> certificate_before(const Position& position, Place move,
                                              Certificate certificate);

}  // namespace onyx
