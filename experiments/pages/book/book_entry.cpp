#include "experiments/pages/book/book_entry.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "core/notation.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

/// A field in quotes, as commas, quotes and line breaks in it require.
std::string field(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

std::string csv_row(const std::vector<std::string>& fields) {
  std::vector<std::string> quoted;
  for (const std::string& text : fields) quoted.push_back(field(text));
  return fmt::format("{}\r\n", fmt::join(quoted, ","));
}

/// Replaces no-break spaces, which are for print, by blanks.
std::string plain(std::string text) {
  for (std::size_t at = text.find(kJoin); at != text.npos; at = text.find(kJoin, at)) {
    text.replace(at, kJoin.size(), 1, ' ');
  }
  return text;
}

std::string row_of(const BookEntry& entry) {
  const Puzzle& puzzle = entry.puzzle;
  const PuzzleBoard board(board_of(puzzle));
  std::vector<std::string_view> themes;
  for (const Theme theme : puzzle.themes) themes.push_back(name_of(theme));
  std::vector<std::string> pictures;
  for (std::size_t part = 1; part <= entry.solution.size(); ++part) {
    pictures.push_back(diagram_name(entry, part));
  }
  return csv_row({std::to_string(entry.number),
                  puzzle.id,
                  name_of(puzzle.kind),
                  format_board_size(board_of(puzzle)),
                  puzzle.position,
                  std::string(1, puzzle.position.back()),
                  demand_in_words(puzzle),
                  std::to_string(puzzle.plies),
                  std::to_string(puzzle.difficulty),
                  std::to_string(puzzle.stones),
                  fmt::format("{}", fmt::join(themes, "; ")),
                  puzzle.solution.move,
                  fmt::format("{}", fmt::join(puzzle.main_line, " ")),
                  plain(told_line(board, puzzle)),
                  plain(fmt::format("{}", fmt::join(variations_of(puzzle), "; "))),
                  plain(fmt::format("{}", fmt::join(refutations_of(puzzle), "; "))),
                  entry.hints[0],
                  entry.hints[1],
                  entry.hints[2],
                  diagram_name(entry),
                  fmt::format("{}", fmt::join(pictures, " "))});
}

}  // namespace

std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles) {
  const auto rank = [](const Puzzle& puzzle) {
    const BoardSize board = board_of(puzzle);
    return std::tuple(puzzle.kind, puzzle.difficulty, place_count(board), board.width, puzzle.plies,
                      puzzle.id, puzzle.position);
  };
  std::ranges::sort(puzzles, [&](const Puzzle& a, const Puzzle& b) { return rank(a) < rank(b); });
  const auto numbers = hint_numbers(puzzles.size());
  std::vector<BookEntry> entries;
  for (Puzzle& puzzle : puzzles) {
    const PuzzleBoard board(board_of(puzzle));
    BookEntry entry;
    entry.number = entries.size() + 1;
    entry.hint_numbers = numbers[entries.size()];
    entry.hints = hints_of(board, puzzle);
    entry.solution =
        line_diagrams(board, parse_position(board, puzzle.position), main_line_of(board, puzzle));
    entry.puzzle = std::move(puzzle);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string puzzle_svg(const BookEntry& entry) {
  const PuzzleBoard board(board_of(entry.puzzle));
  return diagram_svg(board.geometry(), printed(board, parse_position(board, entry.puzzle.position)),
                     fmt::format("{}: {}", entry.number, entry.puzzle.position));
}

std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram) {
  return diagram_svg(Geometry(board_of(entry.puzzle)), diagram.picture,
                     fmt::format("{}: moves {} to {}", entry.number, diagram.first, diagram.last));
}

std::string collection_csv(const std::vector<BookEntry>& entries) {
  std::string text = csv_row({"number",           "id",       "kind",        "board",
                              "position",         "side",     "demand",      "plies",
                              "difficulty",       "stones",   "themes",      "key",
                              "main line",        "solution", "other lines", "wrong moves",
                              "hint 1",           "hint 2",   "hint 3",      "diagram",
                              "solution diagrams"});
  for (const BookEntry& entry : entries) text += row_of(entry);
  return text;
}

std::string diagram_name(const BookEntry& entry, std::size_t part) {
  if (part == 0) return fmt::format("{:04}.svg", entry.number);
  return fmt::format("{:04}-solution-{}.svg", entry.number, part);
}

}  // namespace onyx
