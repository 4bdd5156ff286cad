// The judge of packs of certificates (layout: solver/certificate/pack_format.md).
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Accepts a pack iff its layout is sound, all its certificates are accepted, and their positions
// differ. Keeps all positions in memory, about 100 bytes each. A rejection gives the reason and the
// number of the certificate at fault, from 1, if any. Throws as check() does.
Verdict check_pack(const File& file, const Watch& watch);

}  // namespace onyx::referee
