// Parses human-written records; line.h describes what they may contain.
#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "core/abstract_play.h"
#include "core/base/ascii.h"
#include "core/base/assert.h"
#include "core/line.h"
#include "core/plain_text.h"

namespace onyx {
namespace {

constexpr std::string_view kExample = "'V2H/1H2/2V1/3V - H'";

bool is_in(char letter, std::string_view letters) {
  return letters.find(letter) != std::string_view::npos;
}

bool is_quote(char letter) { return is_in(letter, "\"'`"); }

std::string_view without_remarks(std::string_view word) {
  return word.substr(0, word.find_last_not_of("!?.,:") + 1);
}

/// Removes `12.`, `12...` or `12)` before a move, or the dots of `...B4`.
std::string_view without_number(std::string_view word) {
  const std::size_t digits = count_front(word, is_digit);
  const std::string_view behind = word.substr(digits);
  const std::size_t dots = count_front(
      behind, [&](char letter) { return letter == '.' || (letter == ')' && digits > 0); });
  return dots > 0 ? behind.substr(dots) : word;
}

/// Returns the length of the midpoint (`{BC-34}`, perhaps misspelt) at the front, or 0.
std::size_t midpoint_in_braces(std::string_view text) {
  constexpr std::size_t kLongest = 12;
  const std::size_t end = text.substr(0, kLongest).find('}');
  if (end == std::string_view::npos || end < 3 || text.front() != '{') return 0;
  const std::string_view inside = text.substr(1, end - 1);
  const bool has_blank = std::any_of(inside.begin(), inside.end(), is_blank);
  return is_letter(inside.front()) && is_digit(inside.back()) && !has_blank ? end + 1 : 0;
}

/// Returns the length of `#12` at the front if a blank, quote, separator or the end follows, or 0.
std::size_t move_number_behind(std::string_view text) {
  ONYX_ASSERT(text.starts_with('#'));
  const std::size_t digits = count_front(text.substr(1), is_digit);
  const std::string_view rest = text.substr(1 + digits);
  const bool ends = rest.empty() || is_blank(rest.front()) || is_quote(rest.front()) ||
                    is_in(rest.front(), ",;]");
  return digits > 0 && ends ? 1 + digits : 0;
}

/// Replaces the marks of quoted replies (`> `, `>>`) with blanks.
std::string without_reply_marks(std::string_view typed) {
  std::string text(typed);
  bool at_front = true;
  for (char& letter : text) {
    if (at_front && letter == '>') letter = ' ';
    at_front = letter == '\n' || (at_front && is_blank(letter));
  }
  return text;
}

bool looks_like_move(std::string_view word) {
  if (word.starts_with('{')) return midpoint_in_braces(word) > 0;
  const std::size_t letters = count_front(word, is_letter);
  const std::size_t dash = word.substr(letters).starts_with('-') ? 1 : 0;
  return letters >= 1 && letters <= 2 && letters + dash < word.size() &&
         is_digit(word[letters + dash]);
}

struct Word {
  std::string_view text;
  std::size_t line = 1;
};

/// Reads a text word by word. Comments, quotes and line ends count as blanks.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) { skip_blanks(); }

  bool at_end() const { return rest_.empty(); }

  /// Takes the next word, up to a blank, quote, bracket, `#` or semicolon, or takes one semicolon.
  Word take() {
    const Word word{rest_.substr(0, length_of_word()), line_};
    rest_.remove_prefix(word.text.size());
    if (!rest_.empty() && rest_.front() == '#') rest_.remove_prefix(move_number_behind(rest_));
    skip_blanks();
    return word;
  }

  std::string_view next() const { return rest_.substr(0, length_of_word()); }

  /// Puts back a word that take() returned, without its first `taken` characters.
  void put_back(const Word& word, std::size_t taken) {
    ONYX_ASSERT(taken <= word.text.size() && word.text.data() <= rest_.data());
    rest_ = {word.text.data() + taken,
             static_cast<std::size_t>(rest_.data() + rest_.size() - word.text.data()) - taken};
    line_ = word.line;
    skip_blanks();
  }

 private:
  std::size_t length_of_word() const {
    if (rest_.starts_with(';')) return 1;
    std::size_t end = 0;
    while (end < rest_.size()) {
      const char letter = rest_[end];
      const std::size_t braces = letter == '{' ? midpoint_in_braces(rest_.substr(end)) : 0;
      const bool ends = is_blank(letter) || is_quote(letter) || is_in(letter, "#;([{") ||
                        (letter == ']' && in_list_);
      if (ends && braces == 0) break;
      end += std::max<std::size_t>(braces, 1);
    }
    return end;
  }

  /// Whether a list such as `["C3", "D4"]` or `[C3,D4]`, which is not a comment, begins here.
  bool begins_list() const {
    if (rest_.front() != '[') return false;
    const std::string_view inside = rest_.substr(1);
    const std::string_view first = inside.substr(count_front(inside, is_blank));
    if (!first.empty() && is_quote(first.front())) return true;
    const std::size_t end = count_front(inside, [](char c) {
      return is_letter(c) || is_digit(c) || is_blank(c) || is_in(c, ",*");
    });
    const std::string_view list = inside.substr(0, end);
    return looks_like_move(first) && list.find(',') != std::string_view::npos &&
           inside.substr(end).starts_with(']') && looks_like_move(last_word(list));
  }
  static std::string_view last_word(std::string_view list) {
    constexpr std::string_view kBetween = " \t\r\n,";
    list = list.substr(0, list.find_last_not_of(kBetween) + 1);
    return list.substr(list.find_last_of(kBetween) + 1);
  }

  void skip_blanks() {
    while (!rest_.empty()) {
      const char letter = rest_.front();
      if (letter == '#') {
        rest_.remove_prefix(count_front(rest_, [](char c) { return c != '\n'; }));
      } else if (letter == '[' && begins_list()) {
        in_list_ = true;
        rest_.remove_prefix(1);
      } else if (letter == '(' || letter == '[' ||
                 (letter == '{' && midpoint_in_braces(rest_) == 0)) {
        skip_comment();
      } else if (is_blank(letter) || is_quote(letter) || (letter == ']' && in_list_)) {
        if (letter == '\n') ++line_;
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    const char opening = rest_.front();
    const char closing = opening == '(' ? ')' : opening == '[' ? ']' : '}';
    std::size_t depth = 0;
    std::size_t lines = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (rest_[i] == '\n') ++lines;
      if (rest_[i] == opening) ++depth;
      if (rest_[i] != closing || --depth > 0) continue;
      line_ += lines;
      rest_.remove_prefix(i + 1);
      return;
    }
    throw InputError(
        fmt::format("line {}: the comment {} has no end; close it with '{}', or put a '#' before a "
                    "comment up to the end of the line",
                    line_, in_quotes(rest_), closing));
  }

  std::string_view rest_;
  std::size_t line_ = 1;
  bool in_list_ = false;
};

struct Kept {
  explicit Kept(std::string_view typed) : plain(typed), text(without_reply_marks(plain.text())) {}

  std::string_view typed(std::string_view part) const {
    const auto at = static_cast<std::size_t>(part.data() - text.data());
    ONYX_ASSERT(text.size() == plain.text().size() && at <= text.size());
    return plain.typed(plain.text().substr(at, part.size()));
  }
  std::string quoted(std::string_view part) const { return in_quotes(typed(part)); }

  PlainText plain;
  std::string text;
  std::deque<std::string> words;  ///< Moves rewritten from `text`, such as BC34 for BC-34.
};

std::optional<char> side_in(std::string_view word) {
  const std::string side = in_small_letters(without_remarks(word));
  if (is_one_of(side, {"v", "black", "vertical"})) return 'V';
  if (is_one_of(side, {"h", "white", "horizontal"})) return 'H';
  if (side == "b") return 'B';
  if (side == "w") return 'W';
  return std::nullopt;
}

bool is_dash(std::string_view word) {
  return !word.empty() && word.find_first_not_of('-') == std::string_view::npos;
}

/// Whether the word can follow the rows of a position; if so, the previous word must be rows.
bool follows_rows(std::string_view word) {
  return is_dash(word) || word.find(':') != std::string_view::npos || side_in(word).has_value();
}

bool is_label(std::string_view word) {
  return is_one_of(in_small_letters(word),
                   {"position", "game", "setup", "start", "board", "record", "claim", "moves",
                    "line", "cycle", "starting", "onyx", "puzzle", "fen"});
}

bool is_setup_kind(std::string_view word) { return word == "open" || word == "standard"; }

class StartReader {
 public:
  StartReader(const Kept& kept, Words& words) : kept_(kept), words_(words) {}

  /// Takes the start and returns it. If the text has only moves, leaves them and returns "".
  std::string read() {
    skip_what_is_before();
    if (words_.at_end()) throw InputError("a position is missing");
    if (words_.next() == ";") return "";
    const Word word = words_.take();
    if (word.text.find(':') != std::string_view::npos) return setup(word);
    const std::string kind = in_small_letters(word.text);
    if (is_setup_kind(kind) && is_size(words_.next())) {
      return fmt::format("{}:{}", kind, without_remarks(words_.take().text));
    }
    const bool has_rows = word.text.find('/') != std::string_view::npos;
    const bool is_row = !looks_like_move(word.text) && std::ranges::all_of(word.text, [](char c) {
      return is_digit(c) || (is_letter(c) && side_in({&c, 1}));
    });
    if ((has_rows || is_row) && follows_rows(words_.next())) return position(word);
    if (!is_rows(word.text) &&
        (looks_like_move(without_number(word.text)) || kind == "swap" || kind == "pie")) {
      words_.put_back(word, 0);
      return "";
    }
    if (has_rows) return position(word);
    if (is_size(word.text)) {
      throw InputError(fmt::format("{} is a size; write open:{} or standard:{}",
                                   kept_.quoted(word.text), without_remarks(word.text),
                                   without_remarks(word.text)));
    }
    throw InputError(
        fmt::format("{} is neither a setup, such as open:12x12, nor a position with its three "
                    "fields, such as {}",
                    kept_.quoted(word.text), kExample));
  }

 private:
  static bool is_size(std::string_view word) {
    word = without_remarks(word);
    const std::size_t digits = count_front(word, is_digit);
    if (digits == 0 || digits + 1 >= word.size() || upper(word[digits]) != 'X') return false;
    const std::string_view height = word.substr(digits + 1);
    return count_front(height, is_digit) == height.size();
  }

  /// Whether the word can only be the rows of a position: `V2H/1H2`, unlike `b1/h2` and `b1/`.
  static bool is_rows(std::string_view word) {
    const auto fits = [](char c) { return c == '/' || is_digit(c) || side_in({&c, 1}); };
    if (!std::all_of(word.begin(), word.end(), fits)) return false;
    while (word.find('/') != std::string_view::npos) {
      const std::string_view row = word.substr(0, word.find('/'));
      const std::size_t letters = count_front(row, is_letter);
      const bool is_move = looks_like_move(row) &&
                           letters + count_front(row.substr(letters), is_digit) == row.size();
      if (!row.empty() && !is_move) return true;
      word.remove_prefix(row.size() + 1);
    }
    return false;
  }

  /// Skips prefixes of the start: `1)`, `-`, `Position:`, `Game 3:`.
  void skip_what_is_before() {
    // Split off at most two prefixes without a blank after them: "1)1)1)..." must take linear time.
    int glued = 2;
    while (!words_.at_end() && words_.next() != ";") {
      const std::string_view next = words_.next();
      const std::size_t colon = next.find(':');
      if (without_number(next).empty() || is_dash(next) || next == "*") {
        words_.take();
      } else if (without_number(next).size() < next.size() && glued-- > 0) {
        words_.put_back(words_.take(), next.size() - without_number(next).size());
      } else if (colon < next.size() && is_label(next.substr(0, colon)) && glued-- > 0) {
        words_.put_back(words_.take(), colon + 1);
      } else if (is_label(next)) {
        words_.take();
        const std::string_view number = words_.next();
        const std::size_t digits = count_front(number, is_digit);
        if (digits > 0 && without_remarks(number).size() == digits) words_.take();
      } else {
        return;
      }
    }
  }

  std::string setup(const Word& word) {
    if (word.text.ends_with(':') && is_size(words_.next())) {
      return fmt::format("{}{}", word.text, without_remarks(words_.take().text));
    }
    const std::string_view text = without_remarks(word.text);
    const std::string kind = in_small_letters(text.substr(0, text.find(':')));
    if (!is_setup_kind(kind)) {
      throw InputError(
          fmt::format("{} is not a setup: those are open:WxH and standard:NxN, as in open:12x12",
                      kept_.quoted(word.text)));
    }
    return std::string(text);
  }

  std::string position(const Word& first) {
    const std::string rows = rows_in(first.text);
    std::string midpoints = "-";
    if (is_dash(words_.next())) {
      words_.take();
    } else if (!side_in(words_.next()) && words_.next().find(':') != std::string_view::npos) {
      midpoints = this->midpoints();
    }
    const std::optional<char> side = side_in(words_.next());
    if (!side) {
      const std::string_view next = words_.next();
      throw InputError(fmt::format(
          "the position {} does not say who moves{}; it has three fields, the rows from the top, "
          "midpoints or '-', and V or H, as in {}",
          kept_.quoted(first.text),
          next.empty() || next == ";" ? "" : fmt::format(", but has {} there", kept_.quoted(next)),
          kExample));
    }
    const Word word = words_.take();
    // "Black" and "White" in full may appear together with V and H or with B and W.
    if (without_remarks(word.text).size() == 1) note(*side, word.text);
    if (in_small_letters(words_.next()) == "to") {
      words_.take();
      const std::string verb = in_small_letters(without_remarks(words_.next()));
      if (verb == "move" || verb == "play") words_.take();
    }
    return fmt::format("{} {} {}", rows, midpoints, in_v_and_h(*side));
  }

  std::string rows_in(std::string_view text) {
    std::string rows;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char letter = upper(text[i]);
      if (is_in(letter, "VHBW")) {
        note(letter, text);
        rows += in_v_and_h(letter);
      } else if (is_digit(letter) || letter == '/') {
        rows += letter;
      } else {
        refuse_letter(text, i);
      }
    }
    return rows;
  }

  [[noreturn]] void refuse_letter(std::string_view text, std::size_t at) const {
    const std::size_t begin = text.substr(0, at).rfind('/') + 1;
    const std::string_view row = text.substr(begin, text.find('/', at) - begin);
    const std::string_view letter = text.substr(at, character_length(text.substr(at)));
    const bool is_empty = is_one_of(letter, {".", "-", "_", "+"});
    throw InputError(
        fmt::format("row {} of the position: unknown letter {}; V is Black, H is White, and {}",
                    kept_.quoted(row), kept_.quoted(letter),
                    is_empty ? "empty points are counted, as in V2H for 'V..H'"
                             : "a number counts empty points"));
  }

  /// Reads `BC12:V,DE12:H`; blanks may follow the commas.
  std::string midpoints() {
    std::string midpoints;
    while (midpoints.empty() || (midpoints.ends_with(',') && follows_rows(words_.next()))) {
      const Word word = words_.take();
      for (std::size_t i = 0; i < word.text.size(); ++i) {
        const bool is_colour = i > 0 && word.text[i - 1] == ':' && side_in(word.text.substr(i, 1));
        if (is_colour) note(upper(word.text[i]), word.text);
        midpoints += is_colour ? in_v_and_h(upper(word.text[i])) : word.text[i];
      }
    }
    if (midpoints.ends_with(',')) midpoints.pop_back();
    return midpoints;
  }

  static char in_v_and_h(char colour) { return colour == 'B' ? 'V' : colour == 'W' ? 'H' : colour; }

  void note(char colour, std::string_view where) {
    colour = upper(colour);
    (colour == 'V' || colour == 'H' ? has_v_or_h_ : has_b_or_w_) = true;
    if (!has_v_or_h_ || !has_b_or_w_) return;
    throw InputError(
        fmt::format("the position mixes V and H with B and W, at {}: V is Black, H is White; write "
                    "one pair of letters throughout",
                    kept_.quoted(where)));
  }

  const Kept& kept_;
  Words& words_;
  bool has_v_or_h_ = false;
  bool has_b_or_w_ = false;
};

bool is_result(std::string_view word) {
  if (word.size() > 1 && word[1] == '+' && side_in(word.substr(0, 1))) {  // as in SGF: "B+Resign"
    return is_one_of(word.substr(2), {"", "r", "resign", "t", "time", "f", "forfeit"});
  }
  return is_one_of(word,
                   {"1-0",      "0-1",         "1:0",     "0:1",  "1/2-1/2",   "1/2",   "0.5-0.5",
                    "1-1",      "resign",      "resigns", "draw", "drawn",     "draws", "won",
                    "resigned", "resignation", "timeout", "wins", "abandoned", "*"});
}

bool goes_on_result(std::string_view word) {
  return is_result(word) || side_in(word).has_value() ||
         is_one_of(word,
                   {"loses", "lost", "win", "by", "on", "time", "agreed", "agreement", "a", "the",
                    "game", "is", "over", "forced", "in", "and", "connects", "offered"});
}

/// Removes leading and trailing slashes, which only separate moves.
std::string_view without_outer_slashes(std::string_view word) {
  word.remove_prefix(count_front(word, [](char letter) { return letter == '/'; }));
  return word.substr(0, word.find_last_not_of('/') + 1);
}

class MoveReader {
 public:
  MoveReader(Kept& kept, std::vector<MoveWord>& moves) : kept_(kept), moves_(moves) {}

  void add(const Word& word, std::string_view next) {
    if (word.text == ";" || is_moves_label(word.text)) return;
    const std::string name = in_small_letters(without_remarks(word.text));
    if (has_result_) {
      if (name.empty() || is_dash(name) || goes_on_result(name)) return;
      refuse_result(word);
    }
    const std::string verb = in_small_letters(without_remarks(next));
    const bool is_side = side_in(name) && name.find('/') == std::string::npos;
    const bool begins = is_side && (is_result(verb) || is_one_of(verb, {"win", "loses", "lost"}));
    if (is_result(name) || begins || name == "game") {
      result_ = word;
      has_result_ = true;
      return;
    }
    // A move number may follow every comma: `1.B3,2.B4`.
    for (std::string_view rest = word.text; !rest.empty();) {
      const std::string_view part = rest.substr(0, rest.find(','));
      add_part(without_number(part), word);
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
  }

 private:
  static bool is_moves_label(std::string_view word) {
    return word.ends_with(':') && is_label(word.substr(0, word.size() - 1));
  }

  /// Adds the moves of `part`, which has no commas; dashes separate its moves.
  void add_part(std::string_view part, const Word& word) {
    part = without_remarks(part);
    while (!part.empty()) {
      std::size_t end = part.starts_with('{') ? midpoint_in_braces(part) : 0;
      end = std::min(part.find('-', end), part.size());
      std::string_view move = part.substr(0, end);
      // This may be `BC-34`, a midpoint without braces.
      if (move.size() == 2 && count_front(move, is_letter) == 2) {
        const std::string_view rows = part.substr(std::min(end + 1, part.size()));
        const std::size_t digits = count_front(rows, is_digit);
        const std::size_t marks =
            count_front(rows.substr(digits), [](char c) { return c == '*' || upper(c) == 'X'; });
        if (digits > 0) {
          end += 1 + digits + marks;
          move =
              kept_.words.emplace_back(fmt::format("{}{}", move, rows.substr(0, digits + marks)));
        }
      }
      move = without_outer_slashes(without_remarks(move));
      if (!move.empty()) moves_.push_back({move, kept_.typed(word.text), word.line});
      part.remove_prefix(std::min(end + 1, part.size()));
    }
  }

  [[noreturn]] void refuse_result(const Word& word) const {
    const std::string result = kept_.quoted(result_.text);
    if (result_.text == "*") {
      throw LineError(result_.line, moves_.size() + 1,
                      result +
                          " has no place before it; write a capture mark directly after its "
                          "place, as in B3*");
    }
    throw LineError(
        result_.line, moves_.size() + 1,
        fmt::format("{} is a result, not a move; {} may not follow it (put a comment in brackets)",
                    result, kept_.quoted(word.text)));
  }

  Kept& kept_;
  std::vector<MoveWord>& moves_;
  bool has_result_ = false;
  Word result_;
};

Record record_of(const AbstractPlayGame& game) {
  auto words = std::make_shared<std::vector<std::string>>(game.moves);
  Record record{game.setup, true, {}, words};
  for (const std::string& word : *words) {
    if (&word == &words->back() && is_result(in_small_letters(word))) break;
    record.moves.push_back({word, word, 1});
  }
  record.has_moves = !record.moves.empty();
  return record;
}

/// Takes the start from the front of a record. Returns `setup` if the record has only moves.
std::string start_of(const Kept& kept, Words& words, std::string_view setup) {
  std::string start = StartReader(kept, words).read();
  if (start.empty()) start = setup;
  if (start.empty()) {
    throw InputError(fmt::format(
        "{} is a move, and nothing says on which board: put a setup in front, as in open:12x12 d4 "
        "e5",
        kept.quoted(words.next())));
  }
  split_game(start);  // Throws if the setup does not exist.
  return start;
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

Record parse_record(std::string_view text, std::string_view setup) {
  if (const auto json = without_byte_order_mark(text); begins_json_object(json)) {
    return record_of(parse_abstract_play(json));
  }
  auto kept = std::make_shared<Kept>(text);
  Words words(kept->text);
  Record record;
  record.start = start_of(*kept, words, setup);
  record.has_moves = !words.at_end();
  MoveReader moves(*kept, record.moves);
  while (!words.at_end()) {
    const Word word = words.take();
    moves.add(word, words.next());
  }
  record.kept = kept;
  return record;
}

GameText split_record(std::string_view text) {
  if (begins_json_object(without_byte_order_mark(text))) {
    throw InputError(
        "a game record, where a position is expected; onyx judge and onyx analyse take games");
  }
  const Kept kept(text);
  Words words(kept.text);
  GameText game;
  game.position = start_of(kept, words, {});
  while (!words.at_end()) game.rest.emplace_back(kept.typed(words.take().text));
  return game;
}

}  // namespace onyx
