// Reads the starting points of composers: repeating positions for draw studies, games for wins.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// Returns the "position" fields of JSON Lines, as `onyx catalogue` writes them. Keeps positions on
/// this board, and reflects positions on the board with width and height exchanged. Lists first one
/// position of each pattern (solver/repetition/pattern.h), then a second of each, and so on. If the
/// board is not square, omits positions in which the stone counts contradict the side to move.
/// Throws InputError, FileError.
std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size);

/// Returns the distinct games on this board among game records, one per line, as `onyx selfplay`
/// writes them. Throws InputError, FileError.
std::vector<std::string> read_games(const std::vector<std::string>& files, BoardSize size);

}  // namespace onyx
