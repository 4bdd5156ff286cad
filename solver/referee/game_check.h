// The judge of games with one mistake.
#pragma once

#include <string_view>

#include "solver/referee/referee.h"

namespace onyx::referee {

// Reads the files that the game names. Throws as check() does.
Verdict check_game(std::string_view json, const Watch& watch);

}  // namespace onyx::referee
