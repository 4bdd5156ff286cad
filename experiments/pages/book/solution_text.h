// Writes a puzzle's demand and solution in words: plain text, which book.cpp turns into HTML.
// Players are Black (V) and White (H). Moves are numbered as on the diagrams; the solver's numbers
// are odd.
#pragma once

#include <string>
#include <vector>

#include "experiments/pages/book/move_facts.h"
#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// Returns the demand, such as "to play and win in 4 moves"; for PuzzleKind::who, the question.
std::string demand_in_words(const Puzzle& puzzle);

/// Returns, for example, "Black wins in 4 moves", "White draws by repetition".
std::string result_in_words(const Puzzle& puzzle);

/// Returns what the opponent wants: "White wants to play C4, which captures D3 and E4." Empty if
/// the opponent threatens nothing, or if the puzzle asks who wins and the solver loses.
std::string told_danger(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger);

/// Describes the main line: what each move captures, blocks, threatens and prepares.
std::string told_line(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger);

/// Describes wrong first moves that a reader may try, such as "1 F3 or F4 fails to 2 C2, which
/// captures D3 and C4; White wins in 2 moves". Moves with the same refutation share a sentence. The
/// refutation that told_danger() names comes first, then refutations with a new reply, then the
/// rest; each group has the slowest first.
std::vector<std::string> refutations_of(const PuzzleBoard& board, const Puzzle& puzzle,
                                        const Danger& danger);

/// Lists the duals on the main line, such as "Move 3 can also be C4 or D4."; "" if none.
std::string told_alternatives(const Puzzle& puzzle);

}  // namespace onyx
