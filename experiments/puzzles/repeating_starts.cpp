#include "experiments/puzzles/repeating_starts.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "core/base/json_fields.h"
#include "core/legality.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/symmetry.h"
#include "experiments/files/files.h"
#include "experiments/files/input.h"
#include "experiments/puzzles/shape.h"

namespace onyx {
namespace {

/// The position of a line, reflected if necessary; nothing if it is on another board.
std::optional<PuzzlePosition> start_in(const PuzzleBoard& board, std::string_view line) {
  const nlohmann::json json = parse_json(line);
  const std::string text = JsonFields(json).text("position");
  const BoardSize size = board_size_of(text);
  if (size == board.size()) return parse_position(board, text);
  if (size != BoardSize{board.size().height, board.size().width}) return std::nullopt;
  const PuzzleBoard reflected(size);
  return diagonal_reflection(reflected.geometry())(parse_position(reflected, text));
}

/// Adds the positions of a file from which a study can be made.
void add_starts(const PuzzleBoard& board, const std::string& file,
                std::vector<PuzzlePosition>& starts) {
  const bool is_square = board.size().width == board.size().height;
  const std::string text = read_file(file);
  for (const auto& [line, number] : filled_lines(text)) {
    try {
      const auto start = start_in(board, line);
      if (start && (is_square || has_side_due(*start))) starts.push_back(*start);
    } catch (const std::runtime_error& error) {  // FieldError, InputError
      throw InputError(fmt::format("'{}', line {}: {}", file, number, error.what()));
    }
  }
}

}  // namespace

std::vector<std::string> read_starts(const std::vector<std::string>& files, BoardSize size) {
  const PuzzleBoard board(size);
  std::vector<PuzzlePosition> starts;
  for (const std::string& file : files) add_starts(board, file, starts);
  std::map<std::string, int> of_pattern;
  std::vector<std::pair<int, std::string>> ranked;  // how many positions of its pattern came before
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
    const std::string text = read_file(file);
    for (const auto& [line, number] : filled_lines(text)) {
      try {
        const Record record = parse_record(line);
        if (board_size_of(record.start) != size) continue;
        const Line game = replay(record);
        std::string words = canonical_setup(record.start);
        for (const std::string& move : format_moves(game.start(), game.moves)) words += ' ' + move;
        if (!game.moves.empty() && known.insert(words).second) games.push_back(words);
      } catch (const InputError& error) {
        throw InputError(fmt::format("'{}', line {}: {}", file, number, error.what()));
      }
    }
  }
  return games;
}

}  // namespace onyx
