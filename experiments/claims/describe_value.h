// Values in words.
#pragma once

#include <string>

#include "solver/decide/decide.h"

namespace onyx {

/// "V wins in 7 plies", "V wins in at most 7 plies", "V wins", "V has won", "a draw"; each distance
/// is -1 if unknown.
std::string describe(Claim claim, int distance, int distance_at_most);
inline std::string describe(const Decision& decision) {
  return describe(decision.claim, decision.distance, decision.distance_at_most);
}

}  // namespace onyx
