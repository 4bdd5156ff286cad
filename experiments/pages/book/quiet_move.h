// What a quiet move threatens, and how the opponent can answer: for the text of solutions.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// After a quiet move, neither side threatens to connect at once. If the move is not quiet, all
/// members are empty.
struct QuietMove {
  /// Moves by which the mover, if the opponent passed, would connect in 3 plies.
  PuzzleSet threats;
  /// Replies after which the mover cannot connect within 3 plies.
  PuzzleSet replies;
  /// The first pair of threats of which, after every reply, at least one connects in 3 plies.
  std::optional<PuzzleSet> both;
  /// Two pairs of threats. One place of each pair together join the edges; no pair alone does. If
  /// the opponent takes one place, its partner connects in 3 plies; otherwise one of the four does.
  std::optional<std::pair<PuzzleSet, PuzzleSet>> links;
};

/// Studies the last move before `after`. Takes about ten milliseconds on 6x6.
QuietMove quiet_move(const PuzzleBoard& board, const PuzzlePosition& after);

/// Returns what the move does: "threatens 3 D5 (then C6 or D6 connects), so White must answer at C6
/// or D6", with `next` = 3. If `next` is 0, moves have no numbers. Returns "" if there is nothing
/// to tell.
std::string told_quiet_move(const PuzzleBoard& board, const PuzzlePosition& after,
                            std::size_t next);
/// `quiet` must be quiet_move(board, after).
std::string told_quiet_move(const PuzzleBoard& board, const PuzzlePosition& after,
                            const QuietMove& quiet, std::size_t next);

}  // namespace onyx
