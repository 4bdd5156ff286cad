// Repeating positions out of a catalogue, for draw studies to begin with.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

/// The positions on this board, or of it reflected in the diagonal, of files in JSON Lines whose
/// objects have a "position", as `onyx catalogue` writes them: first one of each pattern
/// (solver/repetition/pattern.h), in the order of the files, then a second one of each that has
/// two, and so on. On boards that are not square only those that suit V's first move, for no study
/// could come of the others. In canonical notation. Throws InputError, FileError.
std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size);

}  // namespace onyx
