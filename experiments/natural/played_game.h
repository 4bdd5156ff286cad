// One game of two players who choose their own moves, and the values of its positions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/wide_line.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class GameEnd : std::uint8_t {
  connected,  ///< By the last mover.
  repeated,   ///< The last position occurred before.
  too_long    ///< The game was cut off.
};

template <int W>
struct PlayedGame {
  WideLine<W> line;
  GameEnd end = GameEnd::connected;
  /// If repeated: the number of plies before its last position's first occurrence.
  std::size_t returns_to = 0;
};

/// Chooses the move in a legal, unfinished position; nothing to abandon the game without a result.
template <int W>
using ChooseMove = std::function<std::optional<Place>(const WidePosition<W>&)>;

/// Plays until somebody connects, a position repeats, or `most_plies` are played. Nothing if
/// `choose` returns nothing. O(plies squared) in addition to the choices.
template <int W>
std::optional<PlayedGame<W>> play_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                       std::size_t most_plies, const ChooseMove<W>& choose);

/// After this number of positions in a row without a value, earlier ones are not searched: they are
/// harder still.
inline constexpr int kMostUnknownInRow = 3;

/// The known values of a game's positions.
struct GameWorth {
  std::vector<std::optional<Claim>> values;  ///< By position; not set if unknown.
  bool is_cut_short = false;                 ///< By an interrupt or the deadline; then incomplete.
};

/// The values of the positions of a game, from the end backwards, each by a proof-number search of
/// at most `limits.work` nodes per question, or because a player whose move leads to a win had a
/// win before it. Without an interrupt or a deadline, the result depends only on the arguments:
/// each game has its own transposition table.
template <int W>
GameWorth worth_of(const WideBoard<W>& board, const WideLine<W>& line, const Stop& limits);

}  // namespace onyx
