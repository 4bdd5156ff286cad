#include "core/notation.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "core/base/ascii.h"
#include "core/legality.h"

namespace onyx {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_at_blanks(std::string_view text) {
  std::vector<std::string_view> tokens;
  while (true) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    if (text.empty()) return tokens;
    const auto end = std::find_if(text.begin(), text.end(), is_blank);
    tokens.push_back(text.substr(0, static_cast<std::size_t>(end - text.begin())));
    text.remove_prefix(tokens.back().size());
  }
}

/// Takes a decimal number without leading zeros, at most 3 digits, from the front of `text`.
std::optional<int> take_number(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits == 0 || digits > 3 || text.front() == '0') return std::nullopt;
  int number = 0;
  std::from_chars(text.data(), text.data() + digits, number);
  text.remove_prefix(digits);
  return number;
}

/// Takes a column letter from the front of `text`; 0-based.
std::optional<int> take_column(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const char letter = upper(text.front());
  if (letter < 'A' || letter > 'Z') return std::nullopt;
  text.remove_prefix(1);
  return letter - 'A';
}

[[noreturn]] void fail_place(const Geometry& geometry, std::string_view text,
                             std::string_view why) {
  throw InputError(fmt::format("{} is not a place of the {} board: {}", in_quotes(text),
                               format_board_size(geometry.size()), why));
}

/// Takes `D10` from the front of `text`.
std::optional<Place> take_point(const Geometry& geometry, std::string_view& text) {
  const auto column = take_column(text);
  if (!column) return std::nullopt;
  const auto row = take_number(text);
  if (!row || *column >= geometry.size().width || *row > geometry.size().height)
    return std::nullopt;
  return geometry.point_at(*column, *row - 1);
}

/// `BC12`, `BC910`, `CD1011`: the two rows are consecutive, so the digits split in one way only.
std::optional<Cell> cell_of_name(std::string_view columns_rows) {
  const auto left = take_column(columns_rows);
  const auto right = take_column(columns_rows);
  if (!left || !right || *right != *left + 1) return std::nullopt;
  for (std::size_t digits = 1; digits < columns_rows.size(); ++digits) {
    std::string_view low = columns_rows.substr(0, digits);
    std::string_view high = columns_rows.substr(digits);
    const auto bottom = take_number(low);
    const auto top = take_number(high);
    if (bottom && top && low.empty() && high.empty() && *top == *bottom + 1) {
      return Cell{*left, *bottom - 1};
    }
  }
  return std::nullopt;
}

Place midpoint_named(const Geometry& geometry, std::optional<Cell> cell, std::string_view text) {
  if (!cell) {
    fail_place(geometry, text,
               "a midpoint is named by two adjacent columns and two adjacent rows, as BC12");
  }
  if (cell->column + 1 >= geometry.size().width || cell->row + 1 >= geometry.size().height) {
    fail_place(geometry, text, "it lies outside");
  }
  if (!geometry.is_square(*cell)) {
    fail_place(geometry, text, "a line crosses that cell, so there is no such midpoint");
  }
  return geometry.midpoint_of(*cell);
}

struct MoveText {
  std::string_view place;
  std::optional<int> marks;  ///< Nothing if the mark was left out.
};

MoveText split_marks(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && (text[end - 1] == '*' || upper(text[end - 1]) == 'X')) --end;
  // A mark follows a digit; so a column letter X is never mistaken for one.
  if (end == text.size()) return {text, std::nullopt};
  return {text.substr(0, end), static_cast<int>(text.size() - end)};
}

template <int W>
void read_rows(const Board<W>& board, std::string_view rows, Position<W>& position) {
  const auto lines = split(rows, '/');
  const int width = board.size().width;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int y = board.size().height - 1 - static_cast<int>(i);
    int x = 0;
    for (std::string_view rest = lines[i]; !rest.empty();) {
      if (is_digit(rest.front())) {
        x += take_number(rest).value();  // board_size_of has read these counts before
        continue;
      }
      const Player player = upper(rest.front()) == 'V' ? Player::V : Player::H;
      if (x < width) position.of(player).add(board.geometry().point_at(x, y));
      ++x;
      rest.remove_prefix(1);
    }
  }
}

template <int W>
void read_midpoints(const Board<W>& board, std::string_view text, Position<W>& position) {
  if (text == "-") return;
  for (const std::string_view entry : split(text, ',')) {
    const std::size_t colon = entry.find(':');
    const std::string_view colour = colon == std::string_view::npos ? "" : entry.substr(colon + 1);
    if (colour.size() != 1 || (upper(colour[0]) != 'V' && upper(colour[0]) != 'H')) {
      throw InputError(
          fmt::format("midpoint entry {} is not NAME:V or NAME:H (write '-' if there are none)",
                      in_quotes(entry)));
    }
    const Place place = parse_place(board.geometry(), entry.substr(0, colon));
    if (!board.geometry().is_midpoint(place)) {
      throw InputError(fmt::format("{} is a point; stones on points belong into the rows",
                                   format_place(board.geometry(), place)));
    }
    if (position.occupied().has(place)) {
      throw InputError(
          fmt::format("midpoint {} is given twice", format_place(board.geometry(), place)));
    }
    position.of(upper(colour[0]) == 'V' ? Player::V : Player::H).add(place);
  }
}

struct SetupText {
  bool is_standard = false;
  BoardSize size;
};

std::optional<SetupText> read_setup(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(' ') != std::string_view::npos) {
    return std::nullopt;
  }
  std::string kind(text.substr(0, colon));
  std::transform(kind.begin(), kind.end(), kind.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  if (kind != "open" && kind != "standard") return std::nullopt;
  const SetupText setup{kind == "standard", parse_board_size(text.substr(colon + 1))};
  if (setup.is_standard && !has_standard_setup(setup.size)) {
    throw InputError(fmt::format(
        "there is no standard setup on {}: the board must be n x n, n even and at least 4",
        format_board_size(setup.size)));
  }
  return setup;
}

std::array<std::string_view, 3> fields_of(std::string_view text) {
  const auto tokens = split_at_blanks(text);
  if (tokens.size() != 3) {
    throw InputError(
        fmt::format("a position has three fields, ROWS MIDPOINTS SIDE (or is open:WxH or "
                    "standard:NxN); {} has {}",
                    in_quotes(text), tokens.size()));
  }
  return {tokens[0], tokens[1], tokens[2]};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'";
  for (const char letter : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte >= 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += letter;
    }
  }
  return result + (text.size() > kLongest ? "...'" : "'");
}

BoardSize parse_board_size(std::string_view text) {
  std::string_view rest = text;
  const auto width = take_number(rest);
  const bool has_cross = width && !rest.empty() && upper(rest.front()) == 'X';
  if (has_cross) rest.remove_prefix(1);
  const auto height = has_cross ? take_number(rest) : std::nullopt;
  if (!height || !rest.empty()) {
    throw InputError(
        fmt::format("{} is not a board size; write WIDTHxHEIGHT, as 5x4", in_quotes(text)));
  }
  const BoardSize size{*width, *height};
  if (!is_board_size(size)) {
    throw InputError(fmt::format("board size {} is out of range: both sides must be {} to {}",
                                 in_quotes(text), kMinSide, kMaxSide));
  }
  return size;
}

std::string format_board_size(BoardSize size) {
  return fmt::format("{}x{}", size.width, size.height);
}

Place parse_place(const Geometry& geometry, std::string_view text) {
  constexpr std::size_t kLongestName = 12;  // of any form; `{BC-1011}` has nine characters
  if (text.size() > kLongestName) fail_place(geometry, text, "no place has so long a name");
  std::string_view rest = text;
  if (text.size() > 2 && text.front() == '{' && text.back() == '}') {
    const std::string_view inside = text.substr(1, text.size() - 2);
    if (inside.size() < 3 || inside[2] != '-')
      fail_place(geometry, text, "in braces write {BC-34}");
    const std::string joined = fmt::format("{}{}", inside.substr(0, 2), inside.substr(3));
    return midpoint_named(geometry, cell_of_name(joined), text);
  }
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    std::string_view low = text.substr(0, slash);
    std::string_view high = text.substr(slash + 1);
    const auto a = take_point(geometry, low);
    const auto b = take_point(geometry, high);
    std::optional<Cell> cell;
    if (a && b && low.empty() && high.empty() && geometry.x_of(*b) == geometry.x_of(*a) + 1 &&
        geometry.y_of(*b) == geometry.y_of(*a) + 1) {
      cell = Cell{geometry.x_of(*a), geometry.y_of(*a)};
    }
    return midpoint_named(geometry, cell, text);
  }
  if (text.size() >= 2 && !is_digit(text[1]))
    return midpoint_named(geometry, cell_of_name(text), text);
  const auto point = take_point(geometry, rest);
  if (!point || !rest.empty()) {
    fail_place(geometry, text,
               fmt::format("points are A1 to {}",
                           format_place(geometry, geometry.point_at(geometry.size().width - 1,
                                                                    geometry.size().height - 1))));
  }
  return *point;
}

std::string format_place(const Geometry& geometry, Place place) {
  const auto letter = [](int column) { return static_cast<char>('A' + column); };
  if (geometry.is_midpoint(place)) {
    const auto [c, r] = geometry.square_of(place);
    return fmt::format("{}{}{}{}", letter(c), letter(c + 1), r + 1, r + 2);
  }
  return fmt::format("{}{}", letter(geometry.x_of(place)), geometry.y_of(place) + 1);
}

template <int W>
Place parse_move(const Board<W>& board, const Position<W>& position, std::string_view text) {
  const MoveText move = split_marks(text);
  const Place place = parse_place(board.geometry(), move.place);
  const std::string name = format_place(board.geometry(), place);
  if (is_finished(board, position)) {
    throw InputError(fmt::format("move {}: the game is over, {} is connected", in_quotes(text),
                                 letter_of(other(position.to_move))));
  }
  if (position.occupied().has(place)) {
    throw InputError(fmt::format("move {}: {} is occupied", in_quotes(text), name));
  }
  if (!placements(board, position).has(place)) {
    throw InputError(
        fmt::format("move {}: the corners of {} are not all empty", in_quotes(text), name));
  }
  const int pairs = captured_by(board, position, place).count() / 2;
  if (move.marks && *move.marks != pairs) {
    throw InputError(fmt::format("move {}: wrong capture mark, the move captures {} pair{}",
                                 in_quotes(text), pairs, pairs == 1 ? "" : "s"));
  }
  return place;
}

template <int W>
std::string format_move(const Board<W>& board, const Position<W>& position, Place place) {
  const int pairs = captured_by(board, position, place).count() / 2;
  return format_place(board.geometry(), place) + std::string(static_cast<std::size_t>(pairs), '*');
}

BoardSize board_size_of(std::string_view position) {
  const std::string_view text = trimmed(position);
  if (const auto setup = read_setup(text)) return setup->size;
  const auto rows = split(fields_of(text)[0], '/');
  std::optional<int> width;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    int length = 0;
    for (std::string_view rest = rows[i]; !rest.empty();) {
      if (is_digit(rest.front())) {
        const auto count = take_number(rest);
        if (!count) {
          throw InputError(fmt::format(
              "row {} of the position: a count of empty points must be a number from 1 to {}",
              in_quotes(rows[i]), kMaxSide));
        }
        length += *count;
      } else if (upper(rest.front()) == 'V' || upper(rest.front()) == 'H') {
        ++length;
        rest.remove_prefix(1);
      } else {
        throw InputError(
            fmt::format("row {} of the position: unknown letter {}; write V, H or a count",
                        in_quotes(rows[i]), in_quotes(rest.substr(0, 1))));
      }
      if (length > kMaxSide) break;
    }
    if (length > kMaxSide || length < kMinSide) {
      throw InputError(
          fmt::format("row {} of the position has {} point{}; a row must have {} to {}",
                      in_quotes(rows[i]), length > kMaxSide ? "too many" : std::to_string(length),
                      length == 1 ? "" : "s", kMinSide, kMaxSide));
    }
    if (width && *width != length) {
      throw InputError(
          fmt::format("row {} of the position has {} points, the row above it {}: "
                      "all rows must be of one length",
                      in_quotes(rows[i]), length, *width));
    }
    width = length;
  }
  const BoardSize size{*width, static_cast<int>(std::min<std::size_t>(rows.size(), 1000))};
  if (!is_board_size(size)) {
    throw InputError(fmt::format("the position has {} row{}; a board must have {} to {}",
                                 rows.size(), rows.size() == 1 ? "" : "s", kMinSide, kMaxSide));
  }
  return size;
}

template <int W>
Position<W> parse_position(const Board<W>& board, std::string_view position) {
  const std::string_view text = trimmed(position);
  if (const auto setup = read_setup(text)) {
    return setup->is_standard ? standard_setup(board) : open_setup(board);
  }
  const auto [rows, midpoints, side] = fields_of(text);
  Position<W> result;
  read_rows(board, rows, result);
  read_midpoints(board, midpoints, result);
  if (side.size() != 1 || (upper(side[0]) != 'V' && upper(side[0]) != 'H')) {
    throw InputError(fmt::format("side to move {} must be V or H", in_quotes(side)));
  }
  result.to_move = upper(side[0]) == 'V' ? Player::V : Player::H;
  if (const std::string defect = defect_of(board, result); !defect.empty()) {
    throw InputError(fmt::format("position {}: {}", in_quotes(text), defect));
  }
  return result;
}

template <int W>
std::string format_position(const Board<W>& board, const Position<W>& position) {
  const Geometry& geometry = board.geometry();
  std::string text;
  for (int y = geometry.size().height - 1; y >= 0; --y) {
    int empty = 0;
    const auto flush_count = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int x = 0; x < geometry.size().width; ++x) {
      const Place point = geometry.point_at(x, y);
      if (!position.occupied().has(point)) {
        ++empty;
        continue;
      }
      flush_count();
      text += position.of(Player::V).has(point) ? 'V' : 'H';
    }
    flush_count();
    text += y > 0 ? '/' : ' ';
  }
  std::string midpoints;
  (position.occupied() & board.midpoints()).for_each([&](Place place) {
    if (!midpoints.empty()) midpoints += ',';
    midpoints += format_place(geometry, place);
    midpoints += position.of(Player::V).has(place) ? ":V" : ":H";
  });
  text += midpoints.empty() ? "-" : midpoints;
  text += ' ';
  text += letter_of(position.to_move);
  return text;
}

std::string canonical_setup(std::string_view text) {
  const auto setup = read_setup(trimmed(text));
  if (!setup) {
    throw InputError(fmt::format("setup {} must be open:WxH or standard:NxN", in_quotes(text)));
  }
  return fmt::format("{}:{}", setup->is_standard ? "standard" : "open",
                     format_board_size(setup->size));
}

GameText split_game(std::string_view text) {
  const auto tokens = split_at_blanks(text);
  if (tokens.empty()) throw InputError("a position is missing");
  const std::size_t taken = read_setup(tokens[0]) ? 1 : 3;
  if (tokens.size() < taken) fields_of(text);  // throws, saying what a position is
  GameText game;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i >= taken) {
      game.rest.emplace_back(tokens[i]);
    } else {
      if (i > 0) game.position += ' ';
      game.position += tokens[i];
    }
  }
  return game;
}

#define ONYX_INSTANTIATE(W)                                                         \
  template Place parse_move(const Board<W>&, const Position<W>&, std::string_view); \
  template std::string format_move(const Board<W>&, const Position<W>&, Place);     \
  template Position<W> parse_position(const Board<W>&, std::string_view);           \
  template std::string format_position(const Board<W>&, const Position<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
