// The judge of games with one mistake; game_check.cpp says what it checks and why that is enough.
#pragma once

#include <string_view>

#include "solver/referee/referee.h"

namespace onyx::referee {

// Judges a game, using the files that it names. Throws as check() does.
Verdict check_game(std::string_view json, const Watch& watch);

}  // namespace onyx::referee
