// The judge of compact certificates (layout: solver/certificate/compact_format.md).
#pragma once

#include "solver/referee/followed_game.h"

namespace onyx::referee {

// Runs on one thread. Throws as check() does.
Verdict check_compact(const File& file, const Watch& watch, FollowedGame* game = nullptr);

}  // namespace onyx::referee
