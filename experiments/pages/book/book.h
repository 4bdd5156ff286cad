// A book of puzzles as one HTML page that prints well: four diagrams a page, hints, solutions,
// indexes. It needs no other file and no script.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct BookSettings {
  std::string title;
};

/// Puzzles are put in order: win puzzles, then draw studies; by difficulty, then by board, plies
/// and id. Their positions must be legal, which read_puzzles sees to.
std::string book_html(std::vector<Puzzle> puzzles, const BookSettings& settings);

}  // namespace onyx
