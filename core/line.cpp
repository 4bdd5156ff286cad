#include "core/line.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/base/ascii.h"

namespace onyx {
namespace {

/// Between moves; in a position commas have a meaning.
bool is_separator(char letter) { return letter == ','; }

/// Takes the letters up to the first that `ends` from the front of `text`.
template <class Ends>
std::string_view take_until(std::string_view& text, const Ends& ends) {
  const auto end = std::find_if(text.begin(), text.end(), ends);
  const auto taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

/// `#12` at the front of `text`, and nothing else up to the next blank or separator.
std::size_t move_number_behind(std::string_view text) {
  std::size_t digits = 1;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  const bool ends = digits == text.size() || is_blank(text[digits]) || is_separator(text[digits]) ||
                    text[digits] == ';';
  return digits > 1 && ends ? digits : 0;
}

/// Goes through a text word by word; comments and line ends are blanks.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  /// The next word, which ends at a blank, a comment or a semicolon; a semicolon is one by itself.
  std::optional<MoveWord> next() {
    skip_blanks();
    if (rest_.empty()) return std::nullopt;
    if (rest_.front() == ';') {
      const std::string_view semicolon = rest_.substr(0, 1);
      rest_.remove_prefix(1);
      return MoveWord{semicolon, semicolon, line_};
    }
    const std::string_view word = take_until(
        rest_, [](char letter) { return is_blank(letter) || letter == '#' || letter == ';'; });
    if (!rest_.empty() && rest_.front() == '#') rest_.remove_prefix(move_number_behind(rest_));
    return MoveWord{word, word, line_};
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '#')) {
      if (rest_.front() == '#') take_until(rest_, [](char letter) { return letter == '\n'; });
      if (rest_.empty()) return;
      if (rest_.front() == '\n') ++line_;
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  std::size_t line_ = 1;
};

/// Without `12.` or `12...` in front.
std::string_view without_number(std::string_view word) {
  const auto end = std::find_if_not(word.begin(), word.end(), is_digit);
  if (end == word.begin() || end == word.end() || *end != '.') return word;
  const auto move = std::find_if(end, word.end(), [](char letter) { return letter != '.'; });
  return word.substr(static_cast<std::size_t>(move - word.begin()));
}

/// Slashes with nothing on one side separate moves.
std::string_view without_outer_slashes(std::string_view word) {
  while (!word.empty() && word.front() == '/') word.remove_prefix(1);
  while (!word.empty() && word.back() == '/') word.remove_suffix(1);
  return word;
}

void add_moves(const MoveWord& word, std::vector<MoveWord>& moves) {
  for (std::string_view rest = word.text; !rest.empty();) {
    const std::string_view part = take_until(rest, is_separator);
    const std::string_view move = without_outer_slashes(without_number(part));
    if (!move.empty()) moves.push_back({move, word.text, word.line});
    if (!rest.empty()) rest.remove_prefix(1);
  }
}

bool has_slash(const MoveWord& word) { return word.text.find('/') != std::string_view::npos; }

std::vector<MoveWord> split_at_slashes(std::span<const MoveWord> words) {
  std::vector<MoveWord> moves;
  for (const MoveWord& word : words) {
    for (std::string_view rest = word.text; !rest.empty();) {
      const std::string_view move = take_until(rest, [](char letter) { return letter == '/'; });
      if (!move.empty()) moves.push_back({move, word.word, word.line});
      if (!rest.empty()) rest.remove_prefix(1);
    }
  }
  return moves;
}

std::string_view without_marks(std::string_view move) {
  const std::size_t last = move.find_last_not_of("*xX");
  return move.substr(0, last + 1);
}

/// Whether a word with slashes cannot be meant for a midpoint: points that are no corners of one
/// cell, or more than two.
bool separates_moves(const Geometry& geometry, const MoveWord& word) {
  const std::vector<MoveWord> parts = split_at_slashes(std::span(&word, 1));
  if (parts.size() != 2) return parts.size() > 2;
  try {
    const std::string_view first = without_marks(parts[0].text);
    const Place a = parse_place(geometry, first);
    const Place b = parse_place(geometry, without_marks(parts[1].text));
    if (first.size() < parts[0].text.size()) return true;  // a mark within a word
    if (geometry.is_midpoint(a) || geometry.is_midpoint(b)) return true;
    return std::abs(geometry.x_of(a) - geometry.x_of(b)) > 1 ||
           std::abs(geometry.y_of(a) - geometry.y_of(b)) > 1;
  } catch (const InputError&) {
    return false;
  }
}

bool is_swap(std::string_view word) {
  const auto equals = [&](std::string_view name) {
    return std::equal(word.begin(), word.end(), name.begin(), name.end(),
                      [](char a, char b) { return (a | 0x20) == b; });
  };
  return equals("swap") || equals("pie");
}

template <int W>
void play_word(const Board<W>& board, const MoveWord& word, Line<W>& line) {
  const std::size_t played = line.moves.size();
  try {
    line.moves.push_back(parse_move(board, line.end(), word.text));
  } catch (const InputError& error) {
    const std::string where =
        word.text.size() < word.word.size() ? fmt::format(" (in {})", in_quotes(word.word)) : "";
    throw LineError(word.line, played + 1, error.what() + where);
  }
  line.positions.push_back(successor(board, line.end(), line.moves.back()));
}

template <int W>
Line<W> play_words(const Board<W>& board, const Position<W>& start,
                   std::span<const MoveWord> words) {
  Line<W> line{{start}, {}};
  bool was_swapped = false;
  for (const MoveWord& word : words) {
    if (!is_swap(word.text)) {
      play_word(board, word, line);
    } else if (line.moves.size() == 1 && !was_swapped) {
      was_swapped = true;
    } else {
      throw LineError(
          word.line, line.moves.size() + 1,
          fmt::format("{} may only follow the first move, and once", in_quotes(word.text)));
    }
  }
  return line;
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

Record parse_record(std::string_view text) {
  Words words(without_byte_order_mark(text));
  Record record;
  auto word = words.next();
  const auto is_start = [&] { return word && word->text != ";"; };
  // Rows of a position have no colon.
  const bool is_setup = is_start() && word->text.find(':') != std::string_view::npos;
  const std::size_t needed = is_setup ? 1 : 3;
  for (std::size_t i = 0; i < needed && is_start(); ++i, word = words.next()) {
    record.start.append(i > 0 ? " " : "").append(word->text);
  }
  // Says what a position is if there are too few words.
  split_game(record.start);
  record.has_moves = word.has_value();
  if (word && word->text == ";") word = words.next();
  for (; word; word = words.next()) {
    if (word->text == ";") {
      throw LineError(word->line, record.moves.size() + 1, "a second ';'; moves end at blanks");
    }
    add_moves(*word, record.moves);
  }
  return record;
}

LineError::LineError(std::size_t line, std::size_t ply, const std::string& why)
    : InputError(fmt::format("ply {}: {}", ply, why)), line_(line), ply_(ply) {}

template <int W>
Line<W> replay(const Board<W>& board, const Position<W>& start, std::span<const MoveWord> words) {
  try {
    return play_words(board, start, words);
  } catch (const LineError&) {
    const auto separates = [&](const MoveWord& word) {
      return has_slash(word) && separates_moves(board.geometry(), word);
    };
    if (std::none_of(words.begin(), words.end(), separates)) throw;
    try {
      return play_words<W>(board, start, split_at_slashes(words));
    } catch (const LineError&) {
    }
    throw;  // the first: that slashes name midpoints is the rule
  }
}

template <int W>
Line<W> replay(const Board<W>& board, const Position<W>& start,
               std::span<const std::string> moves) {
  Line<W> line{{start}, {}};
  for (const std::string& move : moves) {
    try {
      line.moves.push_back(parse_move(board, line.end(), move));
    } catch (const InputError& error) {
      throw LineError(1, line.moves.size() + 1, error.what());
    }
    line.positions.push_back(successor(board, line.end(), line.moves.back()));
  }
  return line;
}

template <int W>
std::vector<std::string> format_moves(const Board<W>& board, const Position<W>& start,
                                      std::span<const Place> moves) {
  std::vector<std::string> texts;
  Position<W> position = start;
  for (const Place move : moves) {
    texts.push_back(format_move(board, position, move));
    position = successor(board, position, move);
  }
  return texts;
}

template <int W>
Position<W> position_after(const Board<W>& board, const Position<W>& start,
                           std::span<const Place> moves) {
  Position<W> position = start;
  for (const Place move : moves) position = successor(board, position, move);
  return position;
}

#define ONYX_INSTANTIATE(W)                                                                   \
  template Line<W> replay(const Board<W>&, const Position<W>&, std::span<const MoveWord>);    \
  template Line<W> replay(const Board<W>&, const Position<W>&, std::span<const std::string>); \
  template std::vector<std::string> format_moves(const Board<W>&, const Position<W>&,         \
                                                 std::span<const Place>);                     \
  template Position<W> position_after(const Board<W>&, const Position<W>&, std::span<const Place>);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
