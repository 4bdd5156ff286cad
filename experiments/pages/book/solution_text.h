// A puzzle's demand and solution in words, as they are printed: plain text, which book.cpp turns
// into HTML.
//
// The players are Black (V) and White (H), as in the articles on the game. Moves are numbered one
// by one, as on the diagrams: the solver's have odd numbers. A number and its move are joined by a
// no-break space (kJoin).
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

inline constexpr std::string_view kJoin = "\u00a0";

/// "Black", "White".
std::string_view colour_of(Player player);

/// "a", "a and b", "a, b and c"; another last word is "or".
std::string listed(const std::vector<std::string>& texts, std::string_view last = "and");

/// What the side to move is to reach, without his name: "to play and win in 4 moves"; of a question
/// who wins, the question.
std::string demand_in_words(const Puzzle& puzzle);

/// The same as a heading of the solution: "Black wins in 4 moves", "White draws by repetition",
/// "Whoever is to move wins".
std::string result_in_words(const Puzzle& puzzle);

/// "1 C2 2 D3 3 B4*", from the move with the number `first` on.
std::string numbered(const std::vector<std::string>& moves, std::size_t first = 1);

/// The main line, told move by move: what each one captures, threatens and stops.
std::string told_line(const PuzzleBoard& board, const Puzzle& puzzle);

/// The lines of the tree beside the main line, "2 D3 or D4: 3 B4* 4 C2 5 A1": from the reply at
/// which they leave another line to their end; replies with the same answers are put together.
std::vector<std::string> variations_of(const Puzzle& puzzle);

/// Tempting wrong first moves with what refutes them, "1 F3 or F4 fails to 2 C2: White wins in 2
/// moves"; those with the same refutation together, those that hold out longest first.
std::vector<std::string> refutations_of(const Puzzle& puzzle);

}  // namespace onyx
