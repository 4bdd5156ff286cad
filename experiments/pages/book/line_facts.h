// What the moves of a line do: the facts from which solutions are told and hints are given.
#pragma once

#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

struct MoveFacts {
  Player mover = Player::V;
  Place place = 0;
  PuzzleSet captured;
  PuzzleSet threats;     ///< Where the mover would connect if he could move again.
  PuzzleSet answered;    ///< Where the other player threatened to connect before the move,
  PuzzleSet unanswered;  ///< and where he still does after it.
  bool connects = false;
  bool is_on_midpoint = false;
  bool goes_back = false;    ///< To a point where the move before captured a stone.
  bool is_given_up = false;  ///< The next move of the line captures the stone.

  /// Neither captures, nor threatens, nor stops a threat.
  bool is_quiet() const {
    return captured.empty() && threats.empty() && answered.empty() && !connects;
  }
};

/// Of legal moves, one by one.
std::vector<MoveFacts> facts_of(const PuzzleBoard& board, const PuzzlePosition& position,
                                const std::vector<Place>& line);

}  // namespace onyx
