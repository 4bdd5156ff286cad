// Makes a book of puzzles: selects and sorts them, and writes them as HTML, CSV and pictures.
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

/// Conditions that a puzzle must meet. An empty list accepts every theme or board.
struct Selection {
  std::vector<Theme> themes;
  std::vector<BoardSize> boards;
  int least_difficulty = 1;
  int most_difficulty = 5;
  std::optional<std::size_t> count;  ///< Take at most this number of puzzles.
  std::uint64_t seed = 1;
};

/// The puzzles that match, in no particular order. If more than `count` match, chooses varied ones,
/// and prefers puzzles with several refutations and without second solutions. The seed decides
/// ties. The result depends only on the set of puzzles and the selection. Main lines must be legal.
std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection);

// A line of moves is drawn as diagrams of numbered stones. A point has room for one number, so a
// new diagram begins when a move retakes a point. It also begins after a capture, if the diagram
// has many moves. The last two moves never begin a diagram: if one retakes a point, a note below
// the diagram names it, such as "9 at 3".

struct LineDiagram {
  PrintedDiagram picture;
  std::size_t first = 0;           ///< Number of the first move in the line, from 1.
  std::size_t last = 0;            ///< Number of the last move.
  std::vector<std::string> notes;  ///< Such as "9 at 3" and "8 at C2".
};

/// The moves must be legal. Each is in exactly one diagram.
std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line);

// A puzzle has hints of three stages: the idea; the effect and the region of the first move; two
// moves, one of which is the first move. No stage repeats an earlier one. For PuzzleKind::who, no
// stage tells the winner. The book prints all hints in one chapter by their numbers. Neighbouring
// numbers belong to puzzles far apart, so that readers do not see a hint to the next puzzle.

inline constexpr std::size_t kHintStages = 3;
using Hints = std::array<std::string, kHintStages>;

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger);

/// For each puzzle, the numbers of its hints, from 1 to 3 * puzzles.
std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles);

struct BookEntry {
  std::size_t number = 0;  ///< From 1.
  Puzzle puzzle;
  Danger danger;
  Hints hints;
  std::array<std::size_t, kHintStages> hint_numbers{};
  std::vector<LineDiagram> solution;  ///< Diagrams of the main line.
};

/// Sorts by kind, difficulty, board, plies and id. Positions and main lines must be legal.
std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles);

std::string puzzle_svg(const BookEntry& entry);
std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram);

/// A CSV table (RFC 4180) with a row of headings and a row per puzzle.
std::string collection_csv(const std::vector<BookEntry>& entries);

/// "0012.svg" for the puzzle (`part` 0); "0012-solution-1.svg" for diagram 1 of its solution.
std::string diagram_name(const BookEntry& entry, std::size_t part = 0);

struct BookSettings {
  std::string title;
  Paper paper = kPapers[0];
  int per_page = 4;  ///< 1, 2, 4 or 6.
};

/// The book as a single HTML page that needs no other file. Page numbers, running heads and
/// bookmarks use CSS for paged media; paper.h prints the page. `entries` must not be empty.
std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings);

}  // namespace onyx
