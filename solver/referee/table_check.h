// The judge of tables. It shares only the layout with the writer
// (solver/certificate/table_format.h).
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// On all threads of TBB. Throws only std::bad_alloc and Interrupted. The text gives the board and
// the counts, or the reason and the number of the first bad block, if any.
Verdict check_table(const File& file, const Watch& watch);

}  // namespace onyx::referee
