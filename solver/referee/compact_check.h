// The judge of compact certificates. It shares only the layout with the writer
// (solver/certificate/compact_format.h).
#pragma once

#include "solver/referee/followed_game.h"

namespace onyx::referee {

// On one thread. Throws only std::bad_alloc and Interrupted.
Verdict check_compact(const File& file, const Watch& watch, FollowedGame* game = nullptr);

}  // namespace onyx::referee
