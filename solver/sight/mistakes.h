// Mistakes: moves that make the value of the position worse for the mover.
#pragma once

#include <optional>

#include "solver/certificate/certificate.h"

namespace onyx {

/// The worth of a value (not `cycle`) for a player: 0 lost, 1 drawn, 2 won.
inline int worth(Claim value, Player player) {
  if (value == Claim::draw) return 1;
  return value == win_of(player) ? 2 : 0;
}

/// Whether a move of `mover` between positions of these values is a mistake.
inline bool is_mistake(Claim before, Claim after, Player mover) {
  return worth(after, mover) < worth(before, mover);
}

/// Whether a move is a mistake if a value may be unknown; nothing if that leaves the answer open.
inline std::optional<bool> is_mistake(const std::optional<Claim>& before,
                                      const std::optional<Claim>& after, Player mover) {
  if (before && after) return is_mistake(*before, *after, mover);
  // A move from a lost position, or to a won one, gives nothing away.
  if (before && worth(*before, mover) == 0) return false;
  if (after && worth(*after, mover) == 2) return false;
  return std::nullopt;
}

}  // namespace onyx
