// A book of puzzles: which puzzles it takes, in which order and with which words and diagrams; as
// HTML for print, as a table, and as pictures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/pages/book/move_facts.h"
#include "experiments/pages/book/paper.h"
#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"
#include "experiments/svg/printed_diagram.h"

namespace onyx {

/// A puzzle is selected if it has one of the themes, one of the boards and a difficulty in the
/// range. An empty list accepts everything.
struct Selection {
  std::vector<Theme> themes;
  std::vector<BoardSize> boards;
  int least_difficulty = 1;
  int most_difficulty = 5;
  std::optional<std::size_t> count;  ///< At most this number of puzzles, varied.
  std::uint64_t seed = 1;
};

/// Returns puzzles in an order without meaning. The result depends on the set of puzzles and the
/// selection only, not on the order of `puzzles`. If not all are taken, the chosen ones vary in
/// kind, stars, board, themes and combination, and preferably have several refutations and no
/// second solution; the seed decides ties. Main lines must be playable.
std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection);

// --- Lines as diagrams ---------------------------------------------------------------------------
//
// A line of moves is drawn as diagrams, each of which shows some of the moves as numbered stones.
//
// A point can be taken again after a capture, but a diagram has room for only one number there. So
// a new diagram begins where that happens, and after a capture that ends a long stretch. If only a
// move or two would be left for a new diagram, they are named beneath the old one instead, "9 at
// 3", as in books on chess and go.

struct LineDiagram {
  PrintedDiagram picture;
  std::size_t first = 0;           ///< The diagram's first move, counted from 1 along the line.
  std::size_t last = 0;            ///< The diagram's last move.
  std::vector<std::string> notes;  ///< "9 at 3", "8 at C2".
};

/// The moves must be legal, in order. Each move of the line is in exactly one diagram.
std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line);

// --- Hints ---------------------------------------------------------------------------------------
//
// Hints have three stages, printed in a chapter of their own: the idea; what the first move does,
// and in which part of the board; and two moves, one of which is the first move (both in the same
// part if possible). No stage repeats an earlier one. For PuzzleKind::who no stage says who wins.
//
// The hints of a book have their own numbers, which are printed next to the puzzles. Neighbouring
// numbers belong to puzzles far apart, so a reader of one hint does not see the next puzzle's.

inline constexpr std::size_t kHintStages = 3;
using Hints = std::array<std::string, kHintStages>;

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger);

/// The hint numbers by puzzle, for a book of `puzzles` puzzles: from 1 to 3 * puzzles.
std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles);

struct BookEntry {
  std::size_t number = 0;  ///< From 1.
  Puzzle puzzle;
  Danger danger;
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
/// the position, a game that leads there, and the file names that diagram_name() gives.
std::string collection_csv(const std::vector<BookEntry>& entries);

/// "0012.svg" for the diagram of a puzzle; "0012-solution-1.svg" for a diagram of its solution,
/// where `part` counts from 1.
std::string diagram_name(const BookEntry& entry, std::size_t part = 0);

struct BookSettings {
  std::string title;
  Paper paper = kPapers[0];
  int per_page = 4;  ///< 1, 2, 4 or 6.
};

/// The book as one HTML page for print: contents, rules with diagrams, puzzles, hints, solutions,
/// indexes. It needs no other file and no script. Page numbers, running heads and bookmarks use CSS
/// for paged media; paper.h prints the page. There must be at least one entry.
std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings);

}  // namespace onyx
