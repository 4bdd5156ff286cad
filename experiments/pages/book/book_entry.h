// The puzzles of a book in order, each with its number and everything printed about it.
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
  std::vector<LineDiagram> solution;  ///< Diagrams of the main line.
};

/// Sorts by kind, difficulty, board, plies and id. Positions must be legal and main lines playable;
/// read_puzzles() and main_line_of() ensure that.
std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles);

/// Pictures: the diagram of the puzzle, and one diagram of its solution.
std::string puzzle_svg(const BookEntry& entry);
std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram);

/// One row per puzzle after a row of headings, in the CSV format of RFC 4180: the printed facts,
/// and the file names that diagram_name() gives.
std::string collection_csv(const std::vector<BookEntry>& entries);

/// "0012.svg" for the diagram of a puzzle; "0012-solution-1.svg" for a diagram of its solution,
/// where `part` counts from 1.
std::string diagram_name(const BookEntry& entry, std::size_t part = 0);

}  // namespace onyx
