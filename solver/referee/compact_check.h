// The judge of compact certificates; compact_check.cpp says what it checks and why that is enough.
// It shares no line with what makes them, only the layout that
// solver/certificate/compact_format.h describes.
#pragma once

#include "solver/referee/followed_game.h"

namespace onyx::referee {

// Judges one, on one thread. Whatever the bytes are, it returns or throws std::bad_alloc or
// Interrupted.
Verdict check_compact(const File& file, const Watch& watch, FollowedGame* game = nullptr);

}  // namespace onyx::referee
