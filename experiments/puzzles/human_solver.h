// A solver as a person is one: it looks at few moves, those first that catch the eye, and believes
// what it sees.
//
// In every position it considers the moves that connect; against a threat to connect, all that stop
// it; else the few that look best: captures, threats to connect, moves that bring their player
// nearer to connecting, half as much what the opponent would gain by a stone there, moves beside
// the last one, and stones that cannot be captured at once before those that can. It believes that
// a move wins if it wins against every reply that it considers, so it can be deceived. Of a win
// puzzle it plays the first move that it believes to win, the soonest; of a draw study, the first
// after which it does not believe the opponent to win; if it is to hold out, the first of those
// after which it believes the opponent to take longest; asked who wins, it does what the solution
// does, the one or the other. Where it sees why a move fails, it tries next to play there itself.
//
// It tries on five levels: each looks further, at more moves, and at more positions in all. It
// needs the first level on which it plays the solution's first move, or one that does as well; what
// it plays wrongly, it goes on from with the next. Nothing depends on anything but the position, so
// it is a measure.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct HumanLevel {
  int plies;                ///< How far it looks; an odd number.
  int width;                ///< Moves considered where none is forced.
  std::uint64_t positions;  ///< In all; then it gives up.
};
inline constexpr std::array<HumanLevel, 5> kHumanLevels{
    {{5, 3, 60}, {7, 4, 240}, {9, 5, 960}, {9, 7, 3'840}, {11, 9, 15'360}}};
inline constexpr int kNoLevel = static_cast<int>(kHumanLevels.size()) + 1;

inline constexpr Place kNowhere = UINT16_MAX;

/// Moves in the order in which they catch its eye. `last`: the opponent's last move, or kNowhere.
template <int W>
std::vector<Place> by_first_sight(const Board<W>& board, const Position<W>& position,
                                  PlaceSet<W> moves, Place last);

struct HumanAttempt {
  int level = kNoLevel;         ///< From 1; kNoLevel if none was enough.
  std::uint64_t positions = 0;  ///< Looked at on all levels tried.

  /// A number that grows with what it needed: log2 of the positions, one more if they were in vain.
  double need() const;
};

/// `puzzle` must be sound as parse_puzzle and the legality of its first moves make it.
template <int W>
HumanAttempt attempt(const Board<W>& board, const Puzzle& puzzle);

}  // namespace onyx
