// Reads what composers start from: repeating positions for draw studies, and games for wins.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// Reads "position" from JSON Lines, as `onyx catalogue` writes them. Uses positions on this board,
/// and reflects those on the board with width and height exchanged. Lists first one position
/// of each pattern (solver/repetition/pattern.h), then a second one of each, and so on. Unless the
/// board is square, omits positions in which it cannot be this side's turn if V began. Throws
/// InputError, FileError.
std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size);

/// Reads game records, one per line, as `onyx selfplay` writes them, and keeps the distinct games
/// on this board. Throws InputError, FileError.
std::vector<std::string> read_games(const std::vector<std::string>& files, BoardSize size);

}  // namespace onyx
