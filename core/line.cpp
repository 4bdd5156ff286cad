#include "core/line.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/ascii.h"
#include "core/base/assert.h"

namespace onyx {
namespace {

std::vector<MoveWord> split_at_slashes(std::span<const MoveWord> words) {
  std::vector<MoveWord> moves;
  for (const MoveWord& word : words) {
    for (std::string_view rest = word.text; !rest.empty();) {
      const std::string_view move = rest.substr(0, rest.find('/'));
      if (!move.empty()) moves.push_back({move, word.word, word.line});
      rest.remove_prefix(std::min(move.size() + 1, rest.size()));
    }
  }
  return moves;
}

std::string_view without_marks(std::string_view move) {
  return move.substr(0, move.find_last_not_of("*xX") + 1);
}

/// Whether the slashes in the word must separate moves, as in `b1/d4` or `b1/c2/d4`.
bool separates_moves(const Geometry& geometry, const MoveWord& word) {
  const std::vector<MoveWord> parts = split_at_slashes(std::span(&word, 1));
  if (parts.size() != 2) return parts.size() > 2;
  try {
    const std::string_view first = without_marks(parts[0].text);
    const Place a = parse_place(geometry, first);
    const Place b = parse_place(geometry, without_marks(parts[1].text));
    if (first.size() < parts[0].text.size()) return true;
    if (geometry.is_midpoint(a) || geometry.is_midpoint(b)) return true;
    return std::abs(geometry.x_of(a) - geometry.x_of(b)) > 1 ||
           std::abs(geometry.y_of(a) - geometry.y_of(b)) > 1;
  } catch (const InputError&) {
    return false;
  }
}

/// Returns why the word cannot be a move on any board, or "" if it can.
std::string why_no_move(std::string_view text) {
  const std::string name = in_small_letters(text);
  const auto digits = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_digit));
  if (is_one_of(name, {"pass", "passes", "passed"})) return "there is no passing in Onyx";
  if (is_one_of(name, {"resign", "draw", "timeout", "abandoned"})) return "a result, not a move";
  if (is_one_of(name, {"v", "h", "b", "w", "black", "white"})) {
    return "a player, not a move; write the places alone, such as D4; the players take turns";
  }
  if (digits == text.size()) return "a number alone; write move numbers as in 12. D4";
  if (digits == 0 && text.size() > 2 && text.find('/') == std::string_view::npos) {
    return "not a move, such as D4 or BC12; put a comment in brackets or after a '#'";
  }
  return "";
}

void play(Line& line, Place move) {
  line.positions.push_back(successor(line.end(), move));
  line.moves.push_back(move);
  ONYX_ASSERT(line.positions.size() == line.moves.size() + 1);
}

Line play_words(const Position& start, std::span<const MoveWord> words) {
  Line line{{start}, {}};
  bool was_swapped = false;
  for (const MoveWord& word : words) {
    const auto refuse = [&](const std::string& why) {
      throw LineError(word.line, line.moves.size() + 1, why);
    };
    if (is_one_of(in_small_letters(word.text), {"swap", "pie"})) {
      if (line.moves.size() != 1 || was_swapped) {
        refuse(in_quotes(word.text) + " may only follow the first move, and once");
      }
      was_swapped = true;
      continue;
    }
    const std::string why = why_no_move(word.text);
    if (!why.empty()) refuse(fmt::format("{}: {}", in_quotes(word.word), why));
    try {
      play(line, parse_move(line.end(), word.text));
    } catch (const InputError& error) {
      refuse(error.what() +
             (word.text != word.word ? fmt::format(" (in {})", in_quotes(word.word)) : ""));
    }
  }
  return line;
}

}  // namespace

LineError::LineError(std::size_t line, std::size_t ply, const std::string& why)
    : InputError(fmt::format("ply {}: {}", ply, why)), line_(line), ply_(ply) {}

Line replay(const Position& start, std::span<const MoveWord> words) {
  try {
    return play_words(start, words);
  } catch (const LineError&) {
    const auto separates = [&](const MoveWord& word) {
      return separates_moves(start.geometry(), word);
    };
    if (std::none_of(words.begin(), words.end(), separates)) throw;
    try {
      return play_words(start, split_at_slashes(words));
    } catch (const LineError&) {
    }
    throw;  // Report the first error, because slashes normally name midpoints.
  }
}

Line replay(const Position& start, std::span<const std::string> moves) {
  Line line{{start}, {}};
  for (const std::string& move : moves) {
    try {
      play(line, parse_move(line.end(), move));
    } catch (const InputError& error) {
      throw LineError(1, line.moves.size() + 1, error.what());
    }
  }
  return line;
}

Line replay(const Record& record) { return replay(parse_position(record.start), record.moves); }

std::vector<std::string> format_moves(const Position& start, std::span<const Place> moves) {
  std::vector<std::string> texts;
  Position position = start;
  for (const Place move : moves) {
    ONYX_ASSERT(legal_moves(position).has(move));
    texts.push_back(format_move(position, move));
    position = successor(position, move);
  }
  return texts;
}

}  // namespace onyx
