// The judge of tables (layout: solver/certificate/table_format.md).
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Runs on all threads of TBB. Throws as check() does. The text gives the board and the counts, or
// the reason and the number of the first bad block, if any.
Verdict check_table(const File& file, const Watch& watch);

}  // namespace onyx::referee
