// The judge of tables; table_check.cpp says what it checks and why that is enough. It shares no
// code with the writer of tables, only the layout in solver/certificate/table_format.h.
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Judges one file, on all threads of TBB. For any bytes, it returns or throws std::bad_alloc or
// Interrupted. The verdict's text: the board and the counts if accepted, otherwise the reason, with
// the number of the first bad block where there is one.
Verdict check_table(const File& file, const Watch& watch);

}  // namespace onyx::referee
