// Makes a book of puzzles: selects and sorts puzzles, and writes HTML, CSV and SVG.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/pages/book/move_facts.h"
#include "experiments/pages/book/paper.h"
#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"
#include "experiments/svg/printed_diagram.h"

namespace onyx {

/// Which puzzles to select. An empty list accepts every theme or board.
struct Selection {
  std::vector<Theme> themes;
  std::vector<BoardSize> boards;
  int least_difficulty = 1;
  int most_difficulty = 5;
  std::uint64_t count = UINT64_MAX;  ///< Maximum number of puzzles.
  std::uint64_t seed = 1;
};

/// Returns the matching puzzles, in no particular order. If more than `count` match, chooses a
/// varied subset that favours puzzles with several refutations and no second solution; the seed
/// breaks ties. Deterministic for a given set of puzzles. Main lines must be legal.
std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection);

// A line of moves is drawn as diagrams of numbered stones. A point has room for one number, so a
// move to a point that has a stone in the diagram begins a new diagram. So does the move after a
// capture, if the diagram has many moves. The last two moves never begin a diagram; a note names
// their point instead, such as "9 at 3".

struct LineDiagram {
  PrintedDiagram picture;
  std::size_t first = 0;           ///< Move number, counted from 1, of the first move drawn.
  std::size_t last = 0;            ///< Move number of the last move drawn.
  std::vector<std::string> notes;  ///< Notes below the diagram, such as "9 at 3".
};

/// Draws a line of legal moves. Each move is in exactly one diagram.
std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line);

// A puzzle has three hints: the idea; what the first move does and usually in which region; a few
// moves, among them the first move. No hint repeats an earlier hint. For PuzzleKind::who, no hint
// reveals the winner. The book prints all hints in one chapter, sorted by number. Neighbouring
// hints belong to puzzles far apart, so that readers do not see a hint for the next puzzle.

inline constexpr std::size_t kHintStages = 3;
using Hints = std::array<std::string, kHintStages>;

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger);

/// Returns the hint numbers of each puzzle. Each number from 1 to 3 * puzzles occurs once.
std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles);

struct BookEntry {
  std::size_t number = 0;  ///< From 1.
  Puzzle puzzle;
  Danger danger;
  Hints hints;
  std::array<std::size_t, kHintStages> hint_numbers{};
  std::vector<LineDiagram> solution;  ///< Diagrams of the main line.
};

/// Returns entries sorted by kind, difficulty, board, plies and id. Main lines must be legal.
std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles);

std::string puzzle_svg(const BookEntry& entry);
std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram);
/// Returns the line below a diagram, such as "Moves 5–9; 9 at 3"; it may be empty.
std::string caption_of(const BookEntry& entry, const LineDiagram& diagram);

/// Returns a CSV table (RFC 4180) with a header row and one row per puzzle.
std::string collection_csv(const std::vector<BookEntry>& entries);

/// Returns "0012.svg" for the puzzle (`part` 0), "0012-solution-1.svg" for part 1 of its solution.
std::string diagram_name(const BookEntry& entry, std::size_t part = 0);

struct BookSettings {
  std::string title;
  Paper paper = kPapers[0];
  int per_page = 4;  ///< 1, 2, 4 or 6.
};

/// Returns the book as one self-contained HTML page. Page numbers, running heads and bookmarks use
/// CSS for paged media; print_to_pdf() prints the page.
std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings);

}  // namespace onyx
