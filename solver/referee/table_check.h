// The judge of tables; table_check.cpp says what it checks and why that is enough. It shares no
// line with what makes tables, only the layout that solver/certificate/table_format.h describes.
#pragma once

#include "solver/referee/referee.h"

namespace onyx::referee {

// Judges one, on all threads that TBB has. Whatever the bytes are, it returns or throws
// std::bad_alloc or Interrupted. Its text: the board and the counts if accepted, else the reason,
// with the number of the first bad block where there is one.
Verdict check_table(const File& file, const Watch& watch);

}  // namespace onyx::referee
