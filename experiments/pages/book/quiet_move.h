// What a quiet move threatens, and how the opponent can answer: for the text of solutions.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// A quiet move leaves no threat to connect at once, of either side. If a move is not quiet, all
/// is empty.
struct QuietMove {
  /// Moves by which the mover, if the opponent passed, would connect in 3 plies.
  PuzzleSet threats;
  /// Replies after which the mover cannot connect within 3 plies.
  PuzzleSet replies;
  /// Two threats one of which connects in 3 plies after each reply; the first such pair.
  std::optional<PuzzleSet> both;
  /// Two pairs of threats. One of each pair joins the edges, no pair alone does. If the opponent
  /// takes one of a pair, the other connects in 3 plies; after other replies one of the four does.
  std::optional<std::pair<PuzzleSet, PuzzleSet>> links;
};

/// Studies the last move before `after`. Takes about ten milliseconds on 6x6.
QuietMove quiet_move(const PuzzleBoard& board, const PuzzlePosition& after);

/// Tells what the move does: "threatens 3 D5 (then C6 or D6 connects), so White must answer at C6
/// or D6", where `next` is 3; if it is 0, moves have no numbers. Returns "" if there is nothing to
/// tell.
std::string told_quiet_move(const PuzzleBoard& board, const PuzzlePosition& after,
                            std::size_t next);
/// `quiet` is quiet_move(board, after).
std::string told_quiet_move(const PuzzleBoard& board, const PuzzlePosition& after,
                            const QuietMove& quiet, std::size_t next);

}  // namespace onyx
