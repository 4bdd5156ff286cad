// A game, and the moves that the strategy of a certificate plays in the positions of the game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solver/referee/referee.h"

namespace onyx::referee {

struct FollowedGame {
  std::string setup;
  std::vector<std::string> moves;  // legal, from the setup
  // By the number of plies played: the place that the strategy of the side to move plays, or ""
  // where it has no move. Filled by the judge of a certificate about the setup.
  std::vector<std::string> answers = {};
};

// A move without its marks.
inline std::string place_of(const std::string& move) { return move.substr(0, move.find('*')); }

// Judges a certificate in JSON, as check_certificate() in referee.h does, and fills game.answers.
Verdict check_certificate(std::string_view json, FollowedGame& game);

// Judges a certificate, in JSON or compact.
Verdict check_one(const File& file, const Watch& watch, FollowedGame* game);

}  // namespace onyx::referee
