// Reads starting points for draw studies (repeating positions) and games to take wins from.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// The positions on this board from JSON Lines files that have a "position", as `onyx catalogue`
/// writes them. Positions on a board with width and height exchanged are reflected in the diagonal.
/// Ordered by rank within their pattern (solver/repetition/pattern.h), so that all patterns come
/// early. On rectangular boards, positions whose side to move cannot arise when V begins are
/// omitted. Throws InputError, FileError.
std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size);

/// The distinct games on this board, one record a line, as `onyx selfplay` writes them. Throws
/// InputError, FileError.
std::vector<std::string> read_games(const std::vector<std::string>& files, BoardSize size);

}  // namespace onyx
