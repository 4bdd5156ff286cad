// A puzzle's solution in words, as it is printed: plain text, which book.cpp turns into HTML.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// "1. C2 D3 2. B4*": the solver's moves numbered, from his `first` move on.
std::string numbered(const std::vector<std::string>& moves, std::size_t first = 1);

/// The lines of the tree beside the main line, "1... D3/D4 2. B4* C2 3. A1": from the reply at
/// which they leave another line to their end; replies with the same answers are put together.
std::vector<std::string> variations_of(const Puzzle& puzzle);

/// "C2? D3 (H wins in 6 plies)" for each tempting wrong first move, those refuted last first.
std::vector<std::string> refutations_of(const Puzzle& puzzle);

/// What a solver who is stuck may want to know: the themes, and about where the first stone goes.
std::string hint_of(const Puzzle& puzzle);

}  // namespace onyx
