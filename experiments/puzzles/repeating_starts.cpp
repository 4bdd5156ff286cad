#include "experiments/puzzles/repeating_starts.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/json_fields.h"
#include "core/legality.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/symmetry.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/shape.h"

namespace onyx {
namespace {

/// Returns the position in a line, reflected if width and height are exchanged.
std::optional<PuzzlePosition> start_in(const PuzzleBoard& board, std::string_view line) {
  const std::string text = JsonFields(parse_json(line)).text("position");
  const BoardSize size = board_size_of(text);
  if (size == board.size()) return parse_position(board, text);
  if (size != BoardSize{board.size().height, board.size().width}) return std::nullopt;
  const PuzzleBoard reflected(size);
  return diagonal_reflection(reflected.geometry())(parse_position(reflected, text));
}

}  // namespace

std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size) {
  const PuzzleBoard board(size);
  std::vector<PuzzlePosition> starts;
  for (const std::string& file : files) {
    for_each_line(file, [&](std::string_view line) {
      const auto start = start_in(board, line);
      const bool is_due = start && (size.width == size.height || has_side_due(*start));
      if (is_due) starts.push_back(*start);
    });
  }
  std::map<std::string, int> of_pattern;
  std::vector<std::pair<int, std::string>> ranked;  // rank within the pattern, text
  for (const PuzzlePosition& start : starts) {
    const std::string text = format_position(board, start);
    ranked.emplace_back(of_pattern[arena_pattern(text)]++, text);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<int, std::string>::first);
  std::vector<std::string> texts;
  for (auto& [rank, text] : ranked) texts.push_back(std::move(text));
  return texts;
}

std::vector<std::string> read_games(const std::vector<std::string>& files, BoardSize size) {
  std::vector<std::string> games;
  std::set<std::string> known;
  for (const std::string& file : files) {
    for_each_line(file, [&](std::string_view line) {
      const Record record = parse_record(line);
      if (board_size_of(record.start) != size) return;
      const Line game = replay(record);
      std::string words = canonical_setup(record.start);
      for (const std::string& move : format_moves(game.start(), game.moves)) words += ' ' + move;
      if (!game.moves.empty() && known.insert(words).second) games.push_back(words);
    });
  }
  return games;
}

}  // namespace onyx
