// One game of two players who choose their moves themselves, and what its positions are worth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/line.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class GameEnd : std::uint8_t {
  connected,  ///< By the last mover.
  repeated,   ///< The last position was there before.
  too_long    ///< It was broken off.
};

template <int W>
struct PlayedGame {
  Line<W> line;
  GameEnd end = GameEnd::connected;
  std::size_t returns_to = 0;  ///< If repeated: after how many plies its last position was there.
};

/// The move in a legal, unfinished position; nothing to break the game off without a result.
template <int W>
using ChooseMove = std::function<std::optional<Place>(const Position<W>&)>;

/// Plays until somebody connects, a position comes back, or `most_plies` are played. Nothing if
/// `choose` returns nothing. O(plies squared) besides the choices.
template <int W>
std::optional<PlayedGame<W>> play_game(const Board<W>& board, const Position<W>& setup,
                                       std::size_t most_plies, const ChooseMove<W>& choose);

/// After this many positions in a row whose value is not found, earlier ones are left alone: they
/// are harder still.
inline constexpr int kMostUnknownInRow = 3;

/// What is known of a game's positions.
struct GameWorth {
  std::vector<std::optional<Claim>> values;  ///< By position; nothing if the value is not known.
  bool is_cut_short = false;                 ///< By an interrupt or the deadline: there is none.
};

/// The values of the positions of a game, from the end backwards, each by a proof-number search of
/// at most `limits.work` nodes a question, or because a player who wins after its move won before
/// it. But for an interrupt or a deadline a function of its arguments: each game has a table of its
/// own.
template <int W>
GameWorth worth_of(const Board<W>& board, const Line<W>& line, const Stop& limits);

}  // namespace onyx
