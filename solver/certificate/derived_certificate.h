// Derives a certificate, without a search, from that of the position one move earlier or later.
#pragma once

#include <optional>

#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// The certificate for the position after a legal `move`, from a valid one for `position`. It keeps
/// the claim and the strategy entries that remain reachable. Returns nothing if the mover's
/// strategy or a draw's line plays another move, or if the claim is a cycle. O(entries * moves).
std::optional<Certificate> certificate_after(const Position& position, Place move,
                                             const Certificate& certificate);

/// The certificate that the mover wins `position`, from one that the mover wins after `move`.
/// Returns nothing if play under the given certificate can lead back to `position`.
std::optional<Certificate> certificate_before(const Position& position, Place move,
                                              Certificate certificate);

}  // namespace onyx
