// A computer player with five levels, for human opponents.
//
//   1  takes a win in one ply; otherwise chooses by distance with much noise (sighted_player.h)
//   2  sees three plies; otherwise chooses by distance with less noise
//   3  searches one ply, using tactics (solver/engine/tactics) and resistances (resistance.h)
//   4  searches a few plies ahead
//   5  searches deeper; if no win or loss is found, tries to solve the position
//
// results/play/README.md shows how often each level beats the one below.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/stop.h"
#include "solver/certificate/certificate.h"

namespace onyx {

inline constexpr int kMostLevel = 5;

struct ChosenMove {
  std::string move;            ///< In notation, with capture marks.
  std::optional<Claim> value;  ///< The value before the move, if proved.
  std::optional<int> plies;    ///< An upper bound on the plies of a proved win, if known.
  std::uint64_t nodes = 0;     ///< Nodes searched by levels 3 to 5.
};

/// Chooses a move for the side to move. `seed` varies the choice among nearly equal moves. The
/// level and `stop.work` (in positions) limit the work. At the deadline or an interrupt, returns
/// the best move so far within milliseconds; otherwise the result depends only on the arguments. On
/// 8x8, level 4 takes tenths of a second, level 5 one to two seconds, the others milliseconds.
/// Throws InputError if the position is malformed or finished.
ChosenMove choose_move(const std::string& position, int level, std::uint64_t seed,
                       const Stop& stop = {});

}  // namespace onyx
