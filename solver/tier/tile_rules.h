// The rules of a tier, sorted out by tiles for the kernel.
#pragma once

#include "solver/tier/kernel/kernel.h"

namespace onyx::tier {

TileRules tile_rules_of(const Rules& rules);

}  // namespace onyx::tier
