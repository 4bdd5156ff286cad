// Facts about the moves of a line, from which solutions and hints are written.
#pragma once

#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

struct MoveFacts {
  Player mover = Player::V;
  Place place = 0;
  PuzzleSet captured;
  PuzzleSet threats;     ///< Places where the mover would connect with another move.
  PuzzleSet answered;    ///< Places where the opponent threatened to connect before the move.
  PuzzleSet unanswered;  ///< Places where the opponent threatens to connect after it.
  bool connects = false;
  bool is_on_midpoint = false;
  bool goes_back = false;    ///< To a point where the previous move captured a stone.
  bool is_given_up = false;  ///< The next move of the line captures the stone.

  /// Whether the move neither connects, nor captures, nor threatens, nor stops a threat.
  bool is_quiet() const {
    return captured.empty() && threats.empty() && answered.empty() && !connects;
  }
};

/// The facts of each move. The moves must be legal.
std::vector<MoveFacts> facts_of(const PuzzleBoard& board, const PuzzlePosition& position,
                                const std::vector<Place>& line);

}  // namespace onyx
