// A book of puzzles: selection, order, words and diagrams; as HTML for print, as a table, and as
// pictures.
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

/// Puzzles with one of the themes, one of the boards and a difficulty in the range. Empty lists
/// accept everything.
struct Selection {
  std::vector<Theme> themes;
  std::vector<BoardSize> boards;
  int least_difficulty = 1;
  int most_difficulty = 5;
  std::optional<std::size_t> count;  ///< Take at most this number of puzzles.
  std::uint64_t seed = 1;
};

/// The result depends only on the set of puzzles and the selection; its order has no meaning. If
/// `count` is less than the number of matches, the chosen puzzles vary, preferably with several
/// refutations and without second solutions; the seed decides ties. Main lines must be playable.
std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection);

// A line of moves is drawn as diagrams of numbered stones. A point can be retaken after a capture,
// but has room for one number, so a new diagram begins there, and after a capture that ends a long
// stretch. If only a move or two are left, they are named beneath the old diagram: "9 at 3".

struct LineDiagram {
  PrintedDiagram picture;
  std::size_t first = 0;           ///< Counted from 1 along the line.
  std::size_t last = 0;            ///< Included.
  std::vector<std::string> notes;  ///< "9 at 3", "8 at C2".
};

/// The moves must be legal. Each is in exactly one diagram.
std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line);

// Hints are printed in a chapter of their own, in three stages: the idea; the effect and the region
// of the first move; two moves, one of which is the first move. No stage repeats an earlier one;
// for PuzzleKind::who no stage tells the winner. Hints with neighbouring numbers belong to puzzles
// far apart, so that readers do not see the next puzzle's.

inline constexpr std::size_t kHintStages = 3;
using Hints = std::array<std::string, kHintStages>;

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger);

/// The hint numbers by puzzle, from 1 to 3 * puzzles.
std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles);

struct BookEntry {
  std::size_t number = 0;  ///< From 1.
  Puzzle puzzle;
  Danger danger;
  Hints hints;
  std::array<std::size_t, kHintStages> hint_numbers{};
  std::vector<LineDiagram> solution;  ///< Diagrams of the main line.
};

/// Sorts by kind, difficulty, board, plies and id. Positions must be legal and main lines playable.
std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles);

std::string puzzle_svg(const BookEntry& entry);
std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram);

/// A CSV table (RFC 4180) with a row of headings and a row per puzzle.
std::string collection_csv(const std::vector<BookEntry>& entries);

/// "0012.svg" for the puzzle; "0012-solution-1.svg" for a diagram of its solution (`part` from 1).
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
