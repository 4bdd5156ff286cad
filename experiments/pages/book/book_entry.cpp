#include "experiments/pages/book/book_entry.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <tuple>

#include "core/notation.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/solution.h"

namespace onyx {

// --- Selection -----------------------------------------------------------------------------------

namespace {

bool is_wanted(const Puzzle& puzzle, const Selection& selection) {
  const auto has_theme = [&](Theme theme) {
    return std::ranges::find(puzzle.themes, theme) != puzzle.themes.end();
  };
  const auto is_board = [&](BoardSize board) { return board == board_of(puzzle); };
  return puzzle.difficulty >= selection.least_difficulty &&
         puzzle.difficulty <= selection.most_difficulty &&
         (selection.themes.empty() || std::ranges::any_of(selection.themes, has_theme)) &&
         (selection.boards.empty() || std::ranges::any_of(selection.boards, is_board));
}

}  // namespace

std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection) {
  std::erase_if(puzzles, [&](const Puzzle& puzzle) { return !is_wanted(puzzle, selection); });
  if (!selection.count || *selection.count >= puzzles.size()) return puzzles;
  // Also sort by position, because ids come from files and need not be unique.
  std::ranges::sort(puzzles, {},
                    [](const Puzzle& puzzle) { return std::pair(puzzle.id, puzzle.position); });
  std::mt19937_64 random(selection.seed);
  for (std::size_t i = 0; i < *selection.count; ++i) {
    // (A distribution of the standard library would give different results with another compiler.)
    std::swap(puzzles[i], puzzles[i + random() % (puzzles.size() - i)]);
  }
  puzzles.resize(*selection.count);
  return puzzles;
}

// --- Hints ---------------------------------------------------------------------------------------

namespace {

/// A hint from the most telling theme of the puzzle.
std::string what_to_look_for(const Puzzle& puzzle) {
  const std::pair<Theme, const char*> kWords[] = {
      {Theme::double_capture, "One stone captures two pairs."},
      {Theme::ladder, "Threat follows threat."},
      {Theme::blocked_midpoint, "A stone on a midpoint makes stones safe from capture."},
      {Theme::midpoint, "Think of a midpoint."},
      {Theme::sacrifice, "A stone has to be given up."},
      {Theme::switchback, "A point where a stone was captured is taken again."},
      {Theme::repetition, "Look for captures that can be repeated for ever."},
      {Theme::quiet_move, "One of the moves is quiet."},
      {Theme::capture, "Look for a capture."},
  };
  for (const auto& [theme, words] : kWords) {
    if (std::ranges::find(puzzle.themes, theme) != puzzle.themes.end()) return words;
  }
  return "No stone needs to be captured.";
}

std::string kind_of_move(const MoveFacts& move) {
  if (move.captured.count() > 2) return "Begin with a capture of two pairs.";
  if (move.captured.any()) return "Begin with a capture.";
  if (move.is_given_up) return "The first stone will be captured at once.";
  if (move.is_on_midpoint) return "Begin on a midpoint.";
  if (move.answered.any()) return "First stop the opponent's threat to connect.";
  if (move.threats.any()) return "Begin with a threat to connect.";
  return "The first move neither captures nor threatens to connect.";
}

/// For a win of the player not to move: a hint about that player's first answer.
std::string what_decides(const MoveFacts& answer) {
  if (answer.captured.any()) return "A capture in answer decides.";
  if (answer.threats.any()) return "A threat to connect in answer decides.";
  return "A quiet answer decides.";
}

/// "one of A1, B2 and C3": the first move among others, preferably tempting ones, in
/// alphabetical order.
std::string three_places(const Puzzle& puzzle) {
  std::vector<std::string> moves{puzzle.solution.move};
  for (const bool is_tempting : {true, false}) {
    for (const WrongMove& wrong : puzzle.wrong) {
      if (moves.size() < 3 && wrong.is_tempting == is_tempting) moves.push_back(wrong.move);
    }
  }
  for (std::string& move : moves) move.erase(std::min(move.find('*'), move.size()));
  std::ranges::sort(moves);
  return moves.size() == 1 ? moves.front() : "one of " + listed(moves);
}

}  // namespace

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle) {
  const std::vector<MoveFacts> facts =
      facts_of(board, parse_position(board, puzzle.position), main_line_of(board, puzzle));
  const std::string places = three_places(puzzle);
  if (puzzle.kind != PuzzleKind::who) {
    return {what_to_look_for(puzzle), kind_of_move(facts.front()),
            fmt::format("The first stone goes on {}.", places)};
  }
  const bool is_won = aim_of(puzzle) == Aim::win;
  const std::string_view mover = colour_of(solver_of(puzzle));
  return {is_won || facts.size() < 2 ? what_to_look_for(puzzle) : what_decides(facts[1]),
          fmt::format("If {} is to move, {} wins.", mover, colour_of(winner_of(puzzle))),
          fmt::format("With {} to move, {} {}.", mover, is_won ? "begin on" : "the best try is",
                      places)};
}

std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles) {
  // The hints go through the puzzles in steps of about 0.382 of their number (golden section), so
  // that the next few hints, too, are far from those of neighbouring puzzles.
  std::size_t step =
      std::max<std::size_t>(1, static_cast<std::size_t>(0.382 * static_cast<double>(puzzles)));
  while (std::gcd(step, puzzles) > 1) ++step;
  std::vector<std::array<std::size_t, kHintStages>> numbers(puzzles);
  for (std::size_t stage = 0; stage < kHintStages; ++stage) {
    for (std::size_t i = 0; i < puzzles; ++i) {
      const std::size_t puzzle = i * step % puzzles;
      numbers[puzzle][stage] = stage * puzzles + i + 1;
    }
  }
  return numbers;
}

// --- Lines as diagrams ---------------------------------------------------------------------------

namespace {

/// A rest of at most this number of moves is named beneath a diagram instead of getting its own.
constexpr std::size_t kShortTail = 2;
/// A diagram with at least this number of moves ends at a capture if more than a short
/// tail follows.
constexpr std::size_t kManyMoves = 5;

/// The diagram in progress.
class Page {
 public:
  Page(const PuzzleBoard& board, const PuzzlePosition& position, std::size_t first)
      : board_(&board), taken_(position.occupied()) {
    diagram_.picture = printed(board, position);
    diagram_.first = first;
  }

  bool has_room(Place place) const { return !taken_.has(place); }

  void add(const PuzzlePosition& before, Place place, std::size_t number) {
    diagram_.last = number;
    if (has_room(place)) {
      taken_.add(place);
      diagram_.picture.stones.push_back({place, before.to_move, static_cast<int>(number), false});
    } else {
      const PrintedStone& there = stone_on(place);
      diagram_.notes.push_back(fmt::format("{} at {}", number,
                                           there.number > 0
                                               ? std::to_string(there.number)
                                               : format_place(board_->geometry(), place)));
    }
    captured_by(*board_, before, place).for_each([&](Place gone) {
      stone_on(gone).is_captured = true;
    });
  }

  LineDiagram finished() { return std::move(diagram_); }

 private:
  PrintedStone& stone_on(Place place) {
    return *std::ranges::find(diagram_.picture.stones, place, &PrintedStone::place);
  }

  const PuzzleBoard* board_;
  PuzzleSet taken_;
  LineDiagram diagram_;
};

}  // namespace

std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line) {
  std::vector<LineDiagram> diagrams;
  PuzzlePosition now = position;
  Page page(board, now, 1);
  bool was_capture = false;
  std::size_t moves = 0;  // on the page
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_tail = line.size() - i <= kShortTail;
    const bool turns = !page.has_room(line[i]) || (was_capture && moves >= kManyMoves);
    if (moves > 0 && turns && !is_tail) {
      diagrams.push_back(page.finished());
      page = Page(board, now, i + 1);
      moves = 0;
    }
    page.add(now, line[i], i + 1);
    ++moves;
    was_capture = captured_by(board, now, line[i]).any();
    now = successor(board, now, line[i]);
  }
  diagrams.push_back(page.finished());
  return diagrams;
}

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
