// One judge for each kind of file. Each .cpp file says what its judge accepts, and why. All but
// check_certificate() throw what check() throws.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solver/referee/referee.h"

namespace onyx::referee {

// A game, and the moves of a certificate's strategies in its positions.
struct FollowedGame {
  std::string setup;
  std::vector<std::string> moves;  // legal, from the setup
  // answers[i]: the place that the strategy of the side to move plays after i plies, or "" if it
  // has none. The judge of a certificate of the setup fills this in.
  std::vector<std::string> answers = {};
};

inline std::string place_of(const std::string& move) { return move.substr(0, move.find('*')); }

// Like check_certificate() in referee.h; also fills game->answers, unless `game` is null.
Verdict check_certificate(std::string_view json, FollowedGame* game);

// Judges a compact certificate on one thread. Layout: solver/certificate/compact_format.md.
Verdict check_compact(const File& file, const Watch& watch, FollowedGame* game);

// Judges a JSON or compact certificate.
Verdict check_one(const File& file, const Watch& watch, FollowedGame* game);

// Judges a game with one mistake. Reads the files that the game names.
Verdict check_game(std::string_view json, const Watch& watch);

// Accepts a pack iff its layout (solver/certificate/pack_format.md) is sound, all its certificates
// are accepted, and their positions differ. Keeps all positions in memory, about 100 bytes each. A
// rejection gives the reason and the number of the certificate at fault, from 1, if any.
Verdict check_pack(const File& file, const Watch& watch);

// Judges a table on all threads of TBB. The verdict's text gives the board and the counts, or the
// reason and the first bad block, if any. Layout: solver/certificate/table_format.md.
Verdict check_table(const File& file, const Watch& watch);

}  // namespace onyx::referee
