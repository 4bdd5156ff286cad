// The puzzles of a book in their order, each with its number and all that is printed of it.
#pragma once

#include <string>
#include <vector>

#include "experiments/pages/book/hints.h"
#include "experiments/pages/book/line_diagrams.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

struct BookEntry {
  std::size_t number = 0;  ///< From 1.
  Puzzle puzzle;
  Hints hints;
  std::array<std::size_t, kHintStages> hint_numbers{};
  std::vector<LineDiagram> solution;  ///< The main line.
};

/// By kind, difficulty, board, plies and id. The positions must be legal and the main lines be
/// playable, which read_puzzles and main_line_of see to.
std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles);

/// The diagram of the puzzle, and one of its solution, as pictures.
std::string puzzle_svg(const BookEntry& entry);
std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram);

/// A line for each puzzle and one of headings, as RFC 4180 describes: what is printed, and the
/// names that diagram_name gives.
std::string collection_csv(const std::vector<BookEntry>& entries);

/// "0012.svg" for the diagram of a puzzle; "0012-solution-1.svg" for those of its solution, `part`
/// counted from 1.
std::string diagram_name(const BookEntry& entry, std::size_t part = 0);

}  // namespace onyx
