#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "core/notation.h"
#include "experiments/pages/book/book.h"
#include "experiments/pages/book/phrases.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/pages/book/variations.h"
#include "experiments/puzzles/shape.h"
#include "experiments/puzzles/solution.h"
#include "experiments/support/html_template.h"

namespace onyx {
namespace {

bool is_wanted(const Puzzle& puzzle, const Selection& selection) {
  const auto has_theme = [&](Theme theme) { return puzzle.has(theme); };
  const auto is_board = [&](BoardSize board) { return board == board_of(puzzle); };
  return puzzle.difficulty >= selection.least_difficulty &&
         puzzle.difficulty <= selection.most_difficulty &&
         (selection.themes.empty() || std::ranges::any_of(selection.themes, has_theme)) &&
         (selection.boards.empty() || std::ranges::any_of(selection.boards, is_board));
}

std::vector<std::string> groups_of(const Puzzle& puzzle) {
  std::string themes = "themes";
  for (const Theme theme : puzzle.themes) themes += name_of(theme);
  return {name_of(puzzle.kind), std::to_string(puzzle.difficulty),
          format_board_size(board_of(puzzle)), themes, combination_of(puzzle)};
}

/// Returns a penalty if one reply refutes all wrong moves, and for second solutions.
double faults_of(const Puzzle& puzzle) {
  const bool has_one_reply = !puzzle.measures || puzzle.measures->refutations < 2;
  const bool is_sole = puzzle.not_sole_at && puzzle.not_sole_at->empty();
  return (has_one_reply ? 0.5 : 0) + (puzzle.is_pure ? 0 : 0.2) + (is_sole ? 0 : 0.1);
}

/// Repeatedly takes the puzzle with the lowest cost: its faults plus, for each of its groups, the
/// number of puzzles already taken from the group divided by the square root of the group size. So
/// rare groups are represented but do not dominate.
std::vector<Puzzle> varied(std::vector<Puzzle> puzzles, std::size_t count) {
  struct Group {
    double size = 0;
    double taken = 0;
  };
  std::map<std::string, Group> groups;
  std::vector<std::vector<Group*>> groups_of_each;
  for (const Puzzle& puzzle : puzzles) {
    std::vector<Group*>& own = groups_of_each.emplace_back();
    for (const std::string& name : groups_of(puzzle)) own.push_back(&groups[name]);
    for (Group* const group : own) ++group->size;
  }
  std::vector<double> faults;
  std::ranges::transform(puzzles, std::back_inserter(faults), faults_of);
  std::vector<Puzzle> taken;
  while (taken.size() < count) {
    std::vector<double> costs = faults;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      for (const Group* const group : groups_of_each[i]) {
        costs[i] += group->taken / std::sqrt(group->size);
      }
    }
    const auto best = static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
    taken.push_back(std::move(puzzles[best]));
    faults[best] = std::numeric_limits<double>::infinity();
    for (Group* const group : groups_of_each[best]) ++group->taken;
  }
  return taken;
}

/// Quotes the text for CSV and replaces no-break spaces with spaces.
std::string csv_field(std::string_view text) {
  return '"' + substitute(text, {{kJoin, " "}, {"\"", "\"\""}}) + '"';
}

/// results/puzzles/TABLE.md explains the columns.
std::vector<std::pair<const char*, std::string>> columns_of(const BookEntry& entry) {
  const Puzzle& puzzle = entry.puzzle;
  const PuzzleBoard board(board_of(puzzle));
  std::vector<std::string_view> themes;
  for (const Theme theme : puzzle.themes) themes.push_back(name_of(theme));
  std::vector<std::string> pictures;
  std::vector<std::string> captions;
  for (const LineDiagram& diagram : entry.solution) {
    pictures.push_back(diagram_name(entry, pictures.size() + 1));
    captions.push_back(caption_of(entry, diagram));
  }
  const auto all = [](const auto& texts, const char* between) {
    return fmt::format("{}", fmt::join(texts, between));
  };
  return {{"number", std::to_string(entry.number)},
          {"id", puzzle.id},
          {"kind", name_of(puzzle.kind)},
          {"board", format_board_size(board_of(puzzle))},
          {"position", puzzle.position},
          {"side", std::string(colour_of(solver_of(puzzle)))},
          {"demand", demand_in_words(puzzle)},
          {"result", result_in_words(puzzle)},
          {"plies", std::to_string(puzzle.plies)},
          {"difficulty", std::to_string(puzzle.difficulty)},
          {"stones", std::to_string(puzzle.stones)},
          {"themes", all(themes, "; ")},
          {"key", puzzle.solution.move},
          {"main line", all(puzzle.main_line, " ")},
          {"danger", told_danger(board, puzzle, entry.danger)},
          {"solution", told_line(board, puzzle, entry.danger)},
          {"alternatives", told_alternatives(puzzle)},
          {"other lines", all(variations_of(puzzle), "; ")},
          {"wrong moves", all(refutations_of(board, puzzle, entry.danger), "; ")},
          {"hint 1", entry.hints[0]},
          {"hint 2", entry.hints[1]},
          {"hint 3", entry.hints[2]},
          {"game", puzzle.game ? puzzle.game->setup + " " + all(puzzle.game->moves, " ") : ""},
          {"program", puzzle.source.program},
          {"diagram", diagram_name(entry)},
          {"solution diagrams", all(pictures, " ")},
          {"captions", all(captions, " | ")}};
}

}  // namespace

std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection) {
  std::erase_if(puzzles, [&](const Puzzle& puzzle) { return !is_wanted(puzzle, selection); });
  if (selection.count >= puzzles.size()) return puzzles;
  // Positions break ties, because ids come from files and need not be unique.
  std::ranges::sort(puzzles, {},
                    [](const Puzzle& puzzle) { return std::pair(puzzle.id, puzzle.position); });
  std::mt19937_64 random(selection.seed);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    // Avoid std::uniform_int_distribution, because its results differ between libraries.
    std::swap(puzzles[i], puzzles[i + random() % (puzzles.size() - i)]);
  }
  return varied(std::move(puzzles), selection.count);
}

std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line) {
  constexpr std::size_t kShortTail = 2;  // The last two moves never begin a diagram.
  constexpr std::size_t kManyMoves = 5;  // A capture after this many moves ends a diagram.
  std::vector<LineDiagram> diagrams{{printed(position), 1, 0, {}}};
  PuzzlePosition now = position;
  bool was_capture = false;
  const auto stone_on = [&](Place place) -> PrintedStone* {
    std::vector<PrintedStone>& stones = diagrams.back().picture.stones;
    const auto stone = std::ranges::find(stones, place, &PrintedStone::place);
    return stone == stones.end() ? nullptr : &*stone;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t moves = i + 1 - diagrams.back().first;  // number of moves already drawn
    const bool turns = stone_on(line[i]) != nullptr || (was_capture && moves >= kManyMoves);
    if (moves > 0 && turns && line.size() - i > kShortTail) {
      diagrams.push_back({printed(now), i + 1, i, {}});
    }
    LineDiagram& diagram = diagrams.back();
    diagram.last = i + 1;
    if (const PrintedStone* const there = stone_on(line[i])) {
      diagram.notes.push_back(fmt::format("{} at {}", i + 1,
                                          there->number > 0
                                              ? std::to_string(there->number)
                                              : format_place(board.geometry(), line[i])));
    } else {
      diagram.picture.stones.push_back({line[i], now.to_move, static_cast<int>(i + 1), false});
    }
    const PuzzleSet captured = captured_by(board, now, line[i]);
    captured.for_each([&](Place gone) { stone_on(gone)->is_captured = true; });
    was_capture = captured.any();
    now = successor(board, now, line[i]);
  }
  return diagrams;
}

std::vector<BookEntry> book_entries(std::vector<Puzzle> puzzles) {
  std::ranges::sort(puzzles, {}, [](const Puzzle& puzzle) {
    const BoardSize board = board_of(puzzle);
    return std::tuple(puzzle.kind, puzzle.difficulty, place_count(board), board.width, puzzle.plies,
                      puzzle.id, puzzle.position);
  });
  const auto numbers = hint_numbers(puzzles.size());
  std::vector<BookEntry> entries;
  for (const Puzzle& puzzle : puzzles) {
    const PuzzleBoard board(board_of(puzzle));
    const Danger danger = danger_of(board, puzzle);
    const std::size_t index = entries.size();
    entries.push_back({index + 1, puzzle, danger, hints_of(board, puzzle, danger), numbers[index],
                       line_diagrams(board, parse_position(board, puzzle.position),
                                     main_line_of(board, puzzle))});
  }
  return entries;
}

std::string puzzle_svg(const BookEntry& entry) {
  const PuzzleBoard board(board_of(entry.puzzle));
  return diagram_svg(board.geometry(), printed(parse_position(board, entry.puzzle.position)),
                     fmt::format("{}: {}", entry.number, entry.puzzle.position));
}

std::string solution_svg(const BookEntry& entry, const LineDiagram& diagram) {
  return diagram_svg(Geometry(board_of(entry.puzzle)), diagram.picture,
                     fmt::format("{}: moves {} to {}", entry.number, diagram.first, diagram.last));
}

std::string caption_of(const BookEntry& entry, const LineDiagram& diagram) {
  std::vector<std::string> texts;
  if (entry.solution.size() > 1) {
    texts.push_back(diagram.first == diagram.last
                        ? fmt::format("Move {}", diagram.first)
                        : fmt::format("Moves {}–{}", diagram.first, diagram.last));
  }
  texts.insert(texts.end(), diagram.notes.begin(), diagram.notes.end());
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string collection_csv(const std::vector<BookEntry>& entries) {
  std::string text;
  for (const BookEntry& entry : entries) {
    std::vector<std::string> names;
    std::vector<std::string> fields;
    for (const auto& [name, content] : columns_of(entry)) {
      names.push_back(csv_field(name));
      fields.push_back(csv_field(content));
    }
    if (text.empty()) text = fmt::format("{}\r\n", fmt::join(names, ","));
    text += fmt::format("{}\r\n", fmt::join(fields, ","));
  }
  return text;
}

std::string diagram_name(const BookEntry& entry, std::size_t part) {
  if (part == 0) return fmt::format("{:04}.svg", entry.number);
  return fmt::format("{:04}-solution-{}.svg", entry.number, part);
}

}  // namespace onyx
