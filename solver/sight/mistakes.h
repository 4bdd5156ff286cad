// Mistakes: moves after which a position is worth less to the mover than before.
#pragma once

#include <optional>

#include "solver/certificate/certificate.h"

namespace onyx {

/// How good a value (not `cycle`) is for a player: 0 lost, 1 a draw, 2 won.
inline int worth(Claim value, Player player) {
  if (value == Claim::draw) return 1;
  return value == win_of(player) ? 2 : 0;
}

/// Whether a move of `mover` between positions of these values is a mistake.
inline bool is_mistake(Claim before, Claim after, Player mover) {
  return worth(after, mover) < worth(before, mover);
}

/// The same where a value may be unknown; nothing if that leaves it open.
inline std::optional<bool> is_mistake(const std::optional<Claim>& before,
                                      const std::optional<Claim>& after, Player mover) {
  if (before && after) return is_mistake(*before, *after, mover);
  // From a lost position nothing is given up, and to a won one.
  if (before && worth(*before, mover) == 0) return false;
  if (after && worth(*after, mover) == 2) return false;
  return std::nullopt;
}

}  // namespace onyx
