// A computer player with five levels, for people who want an opponent.
//
//   1  takes a win in one ply; otherwise a sense of distance with much noise (sighted_player.h)
//   2  sees three plies; otherwise distance with less noise
//   3  sees tactics without search (solver/engine/tactics), compares resistances (resistance.h)
//   4  searches some plies ahead
//   5  searches deeper, and first solves the position if that is cheap
//
// results/play/README.md tells how often each level beats the one below it. Any board and any legal
// position will do. The interface has no template, so that callers need not know the board's width.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/stop.h"
#include "solver/certificate/certificate.h"

namespace onyx {

inline constexpr int kMostLevel = 5;

struct ChosenMove {
  std::string move;            ///< With its capture marks.
  std::optional<Claim> value;  ///< The value of the position before the move, if it is proved.
  std::optional<int> plies;    ///< For a proved win: the plies that it takes at most, if known.
  std::uint64_t nodes = 0;     ///< Positions searched by levels 3 to 5.
};

/// Chooses a move for the side to move. `position` is in canonical notation (parse_position()).
/// `seed` varies the choice among moves that are nearly as good. Work is limited by the level, and
/// by `stop.work` (in positions) if that is less. So the result depends only on the arguments,
/// unless the deadline or the interrupt comes; then the best move found so far is returned, within
/// a few milliseconds. On 8x8, level 4 takes a few tenths of a second, level 5 one to two seconds;
/// lower levels take milliseconds. Throws InputError if the position is malformed or finished.
ChosenMove choose_move(const std::string& position, int level, std::uint64_t seed,
                       const Stop& stop = {});

}  // namespace onyx
