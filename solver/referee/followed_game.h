// A game, and the moves of a certificate's strategies in its positions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solver/referee/referee.h"

namespace onyx::referee {

struct FollowedGame {
  std::string setup;
  std::vector<std::string> moves;  // legal, from the setup
  // answers[i]: the place that the strategy of the side to move plays after i plies, or "" if it
  // has none. The judge of a certificate of the setup fills this in.
  std::vector<std::string> answers = {};
};

inline std::string place_of(const std::string& move) { return move.substr(0, move.find('*')); }

// Like check_certificate() in referee.h; also fills game.answers.
Verdict check_certificate(std::string_view json, FollowedGame& game);

// Judges a JSON or compact certificate.
Verdict check_one(const File& file, const Watch& watch, FollowedGame* game);

}  // namespace onyx::referee
