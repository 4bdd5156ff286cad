// The judge of packs: many certificates in one file, as solver/certificate/pack.h describes the
// layout.
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Accepts a pack iff each of its certificates is accepted and no two are of the same position with
// the same side to move, whatever their formats. Throws as check_compact() does, and NeedsMemory:
// it holds all positions, some 100 bytes each, besides what a certificate takes. The text of a
// rejection names the first that is rejected, by its number from 1, and why.
Verdict check_pack(const File& file, const Watch& watch);

}  // namespace onyx::referee
