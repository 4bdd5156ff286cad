// The judge of compact certificates; compact_check.cpp says what it checks and why that is enough.
// It shares no code with the writer, only the layout in solver/certificate/compact_format.h.
#pragma once

#include "solver/referee/followed_game.h"

namespace onyx::referee {

// Judges one file, on one thread. For any bytes, it returns or throws std::bad_alloc or
// Interrupted.
Verdict check_compact(const File& file, const Watch& watch, FollowedGame* game = nullptr);

}  // namespace onyx::referee
