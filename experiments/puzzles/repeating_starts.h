// Reads what puzzles are made from: repeating positions of a catalogue, as starting points for draw
// studies, and games, for wins.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// The positions on this board, in canonical notation, from JSON Lines files whose objects have a
/// "position", as `onyx catalogue` writes them. Positions on a board with width and height
/// exchanged are reflected in the diagonal. The first position of each pattern
/// (solver/repetition/pattern.h) comes first, in the order of the files, then the second of each
/// pattern that has two, and so on. If the board is not square, positions whose side to move cannot
/// arise when V begins are left out, because no study could come of them. Throws InputError,
/// FileError.
std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size);

/// The different games on this board, one record a line, as `onyx selfplay` writes them: each from
/// a setup, in canonical notation. Throws InputError, FileError.
std::vector<std::string> read_games(const std::vector<std::string>& files, BoardSize size);

}  // namespace onyx
