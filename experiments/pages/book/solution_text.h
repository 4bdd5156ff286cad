// Writes a puzzle's demand and solution in words, as printed: plain text, which book.cpp turns
// into HTML.
//
// The players are Black (V) and White (H), as in articles on the game. Moves are numbered one by
// one, as on the diagrams; the solver's numbers are odd. A no-break space (kJoin) joins number
// and move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

// --- Facts about moves ---------------------------------------------------------------------------

struct MoveFacts {
  Player mover = Player::V;
  Place place = 0;
  PuzzleSet captured;
  PuzzleSet threats;      ///< Places where the mover would connect with another move.
  PuzzleSet answered;     ///< Places where the opponent threatened to connect before the move.
  PuzzleSet unanswered;   ///< Places where the opponent threatens to connect after it.
  PuzzleSet prepared;     ///< Places where the mover could capture next, and could not before.
  PuzzleSet prevented;    ///< Places where the opponent could have captured, and no longer can.
  PuzzleSet saved;        ///< The mover's stones that could have been captured, and no longer can.
  int needed = 0;         ///< Stones that the mover still needs to connect, at least.
  int gained = 0;         ///< How many fewer these are than before the move.
  int left_to_other = 0;  ///< Stones that the opponent needs to connect, at least.
  int cost_to_other = 0;  ///< How many more these are than before the move.
  bool connects = false;
  bool is_on_midpoint = false;
  bool goes_back = false;    ///< To a point where the previous move captured a stone.
  bool is_given_up = false;  ///< The next move of the line captures the stone.
};

/// The facts of each move. The moves must be legal.
std::vector<MoveFacts> facts_of(const PuzzleBoard& board, const PuzzlePosition& position,
                                const std::vector<Place>& line);

/// What the opponent wants: the reply that refutes the most wrong moves.
struct Danger {
  Place place = 0;
  std::size_t refuted = 0;  ///< Wrong moves that fail to it.
  /// What the move would do if the solver passed; nothing if it would not be legal then.
  std::optional<MoveFacts> facts;
};

/// Nothing if there are no wrong moves.
std::optional<Danger> danger_of(const PuzzleBoard& board, const Puzzle& puzzle);

// --- Texts ---------------------------------------------------------------------------------------

inline constexpr std::string_view kJoin = "\u00a0";

/// "Black", "White".
std::string_view colour_of(Player player);

/// "a", "a and b", "a, b and c"; `last` is the word before the last text, such as "or".
std::string listed(const std::vector<std::string>& texts, std::string_view last = "and");

/// The demand on the side to move, without its name: "to play and win in 4 moves". For
/// PuzzleKind::who, the question.
std::string demand_in_words(const Puzzle& puzzle);

/// The result, as the heading of the solution: "Black wins in 4 moves", "White draws by
/// repetition", "Whoever is to move wins".
std::string result_in_words(const Puzzle& puzzle);

/// "1 C2 2 D3 3 B4*".
std::string numbered(const std::vector<std::string>& moves);

/// What the opponent wants to play and why: "White wants to play C4, which captures D3 and E4."
/// Empty where nothing threatens, and where the solver loses whatever is played.
std::string told_danger(const PuzzleBoard& board, const Puzzle& puzzle);

/// The main line in words, move by move: what each move captures, blocks, threatens and prepares.
std::string told_line(const PuzzleBoard& board, const Puzzle& puzzle);

/// The lines of the tree other than the main line, "2 D3 or D4: 3 B4* 4 C2 5 A1": each begins with
/// the reply at which it leaves another line. Replies with the same answers share a line. The
/// first replies come first, and of these the longest lines.
std::vector<std::string> variations_of(const Puzzle& puzzle);

/// Wrong first moves that a reader may try, with their refutations, "1 F3 or F4 fails to 2 C2,
/// which captures D3 and C4; White wins in 2 moves": tempting moves, the solver's later moves, the
/// point that the opponent wants, and the few moves that hold out longest. Moves with the same
/// refutation share a text; those that hold out longest come first, four texts at most.
std::vector<std::string> refutations_of(const PuzzleBoard& board, const Puzzle& puzzle);

/// "Move 3 can also be C4 or D4.": the solver's later moves that others replace.
std::string told_alternatives(const Puzzle& puzzle);

}  // namespace onyx
