// The judge of packs, many certificates in one file; solver/certificate/pack.h describes the
// layout.
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Accepts a pack iff each of its certificates is accepted and no two have the same position and
// side to move, whatever their formats. Throws as check_compact() does, and NeedsMemory: it keeps
// all positions, some 100 bytes each, besides the memory that a certificate takes. The text of a
// rejection gives the number of the first rejected certificate, from 1, and the reason.
Verdict check_pack(const File& file, const Watch& watch);

}  // namespace onyx::referee
