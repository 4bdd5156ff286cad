// Words and lists that texts about puzzles share. A no-break space (kJoin) joins number and move.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

inline constexpr std::string_view kJoin = "\u00a0";
/// Maximum number of moves in a printed list.
inline constexpr std::size_t kMostNamed = 6;

std::string_view colour_of(Player player);

/// Returns, for example, "3 moves" for 5 plies: the moves of the winner, who also moves last.
std::string winner_moves(int plies);
/// Returns, for example, "Black wins in 3 moves".
std::string told_win(Player winner, int plies);

std::string numbered_move(std::size_t number, std::string_view move);
/// Returns the moves with their numbers, such as "1 C2 2 D3 3 B4*".
std::string numbered(const std::vector<std::string>& moves);

/// Joins strings: "a", "a and b", "a, b and c". `last` replaces "and".
std::string listed(const std::vector<std::string>& texts, std::string_view last = "and");
/// Returns "A1, B2 or C3"; shortens a long list to "A1, B2, C3 or 5 others".
std::string named_moves(std::vector<std::string> moves, std::string_view last = "or");
std::string named_places(const PuzzleBoard& board, const PuzzleSet& set,
                         std::string_view last = "or");

}  // namespace onyx
