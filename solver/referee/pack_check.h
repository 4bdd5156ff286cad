// The judge of packs of certificates (layout: solver/certificate/pack.h).
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Accepts a pack iff all its certificates are accepted and their positions differ. Throws like
// check_compact(), and NeedsMemory: it keeps all positions, about 100 bytes each. A rejection names
// the first rejected certificate, from 1, and the reason.
Verdict check_pack(const File& file, const Watch& watch);

}  // namespace onyx::referee
