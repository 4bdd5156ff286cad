// Facts about moves, and what the opponent wants, for the text of solutions and hints.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

struct MoveFacts {
  Player mover = Player::V;
  Place place = 0;
  PuzzleSet captured;
  PuzzleSet threats;     ///< Places where the mover could connect with a second move.
  PuzzleSet answered;    ///< Places where the opponent threatened to connect before the move.
  PuzzleSet unanswered;  ///< Places where the opponent threatens to connect after the move.
  PuzzleSet prepared;    ///< Places where the mover could capture next, and could not before.
  PuzzleSet prevented;   ///< Places where the opponent could have captured, and no longer can.
  PuzzleSet saved;       ///< The mover's stones that could have been captured, and no longer can.
  /// The increase in the opponent's stones_needed(), a lower bound; 0 if the move connects.
  int cost_to_other = 0;
  bool connects = false;
  bool is_on_midpoint = false;
  bool goes_back = false;    ///< The previous move of the line captured a stone on this point.
  bool is_given_up = false;  ///< The next move of the line captures the stone.
};

/// Returns the place of a move such as "B5*"; ignores capture marks.
Place place_in(const PuzzleBoard& board, std::string_view move);
std::vector<Place> places_in(const PuzzleBoard& board, const std::vector<std::string>& moves);

/// Returns the facts of each move of a legal line.
std::vector<MoveFacts> facts_of(const PuzzleBoard& board, const PuzzlePosition& position,
                                const std::vector<Place>& line);

/// What the opponent wants to play: the most frequent WrongMove::reply. In a tie, the key's place
/// wins, then the lowest place.
struct Danger {
  std::optional<Place> place;  ///< Nothing if there are no wrong moves.
  std::size_t refuted = 0;     ///< Number of wrong moves with this reply.
  /// Facts about the reply if the solver passed; nothing if the reply would be illegal.
  std::optional<MoveFacts> facts;
};

Danger danger_of(const PuzzleBoard& board, const Puzzle& puzzle);

}  // namespace onyx
