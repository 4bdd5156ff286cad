// The judge of packs of certificates (layout: solver/certificate/pack.h).
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Accepts a pack iff all its certificates are accepted and their positions differ. Keeps all
// positions in memory, about 100 bytes each. A rejection names the first rejected certificate, from
// 1, and the reason. Throws as check() does.
Verdict check_pack(const File& file, const Watch& watch);

}  // namespace onyx::referee
