// Sizes, places, moves, positions and setups as text.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/assert.h"
#include "core/legality.h"
#include "core/moves.h"
#include "core/plain_text.h"

namespace onyx {
namespace {

template <class... Args>
[[noreturn]] void refuse(fmt::format_string<const Args&...> why, const Args&... args) {
  throw InputError(fmt::format(why, args...));
}

/// Removes a column letter from the front of `text` and returns the column, from 0.
std::optional<int> take_column(std::string_view& text) {
  if (text.empty() || !is_letter(text.front())) return std::nullopt;
  const int column = upper(text.front()) - 'A';
  text.remove_prefix(1);
  return column;
}

[[noreturn]] void fail_place(const Geometry& geometry, std::string_view text,
                             std::string_view why) {
  refuse("{} is not a place of the {} board: {}", in_quotes(text),
         format_board_size(geometry.size()), why);
}

char last_column(const Geometry& geometry) {
  return static_cast<char>('A' + geometry.size().width - 1);
}

std::string places_of(const Geometry& geometry) {
  return fmt::format("points are A1 to {}{}, midpoints have names such as BC12",
                     last_column(geometry), geometry.size().height);
}

/// Returns why the point named by `text` is off the board, or "" if `text` names no point.
std::string why_outside(const Geometry& geometry, std::string_view text) {
  const auto column = take_column(text);
  if (!column || text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return "";
  const char letter = static_cast<char>('A' + *column);
  if (*column >= geometry.size().width) {
    return fmt::format("there is no column {} on {}, which has A to {}", letter,
                       format_board_size(geometry.size()), last_column(geometry));
  }
  if (text.front() == '0') return "rows are numbered from 1";
  return fmt::format("there is no row {} on {}, which has 1 to {}", text,
                     format_board_size(geometry.size()), geometry.size().height);
}

std::optional<Place> take_point(const Geometry& geometry, std::string_view& text) {
  const auto column = take_column(text);
  if (!column) return std::nullopt;
  const auto row = take_number(text);
  if (!row || *column >= geometry.size().width || *row > geometry.size().height)
    return std::nullopt;
  return geometry.point_at(*column, *row - 1);
}

/// Returns the cell of `BC12` or `CD1011`. Only one split of the digits gives consecutive rows.
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
               "a midpoint is named by two adjacent columns and two adjacent rows, such as BC12");
  }
  if (cell->column + 1 >= geometry.size().width || cell->row + 1 >= geometry.size().height) {
    fail_place(geometry, text,
               fmt::format("it is outside the board; columns are A to {}, rows are 1 to {}",
                           last_column(geometry), geometry.size().height));
  }
  if (!geometry.is_square(*cell)) {
    fail_place(geometry, text, "a line crosses that cell, so there is no such midpoint");
  }
  return geometry.midpoint_of(*cell);
}

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
    text.remove_prefix(count_front(text, is_blank));
    if (text.empty()) return tokens;
    tokens.push_back(
        text.substr(0, count_front(text, [](char letter) { return !is_blank(letter); })));
    text.remove_prefix(tokens.back().size());
  }
}

std::optional<Player> player_of(char letter) {
  if (upper(letter) == 'V') return Player::V;
  return upper(letter) == 'H' ? std::optional(Player::H) : std::nullopt;
}

using Stones = std::array<Places, 2>;

/// Adds the stones of `rows`, which board_size_of() must have checked.
void read_rows(const Geometry& geometry, std::string_view rows, Stones& stones) {
  int y = geometry.size().height;
  for (std::string_view rest : split(rows, '/')) {
    --y;
    for (int x = 0; !rest.empty();) {
      if (const auto empty = take_number(rest)) {
        x += *empty;
      } else {
        stones[index_of(*player_of(rest.front()))].add(geometry.point_at(x++, y));
        rest.remove_prefix(1);
      }
    }
  }
  ONYX_ASSERT(y == 0);
}

void read_midpoints(const Geometry& geometry, std::string_view text, Stones& stones) {
  if (text == "-") return;
  for (const std::string_view entry : split(text, ',')) {
    const std::size_t colon = std::min(entry.find(':'), entry.size());
    const auto colour = colon + 2 == entry.size() ? player_of(entry.back()) : std::nullopt;
    if (!colour) {
      refuse("midpoint entry {} is not NAME:V or NAME:H (write '-' if there are none)",
             in_quotes(entry));
    }
    const Place place = parse_place(geometry, entry.substr(0, colon));
    if (!geometry.is_midpoint(place)) {
      refuse("{} is a point; put stones on points into the rows", format_place(geometry, place));
    }
    if (stones[0].has(place) || stones[1].has(place)) {
      refuse("midpoint {} is given twice", format_place(geometry, place));
    }
    stones[index_of(*colour)].add(place);
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
  const std::string kind = in_small_letters(text.substr(0, colon));
  if (kind != "open" && kind != "standard") return std::nullopt;
  const SetupText setup{kind == "standard", parse_board_size(text.substr(colon + 1))};
  if (setup.is_standard && !has_standard_setup(setup.size)) {
    refuse("there is no standard setup on {}: the board must be n x n, n even and at least 4",
           format_board_size(setup.size));
  }
  return setup;
}

std::array<std::string_view, 3> fields_of(std::string_view text) {
  const auto tokens = split_at_blanks(text);
  if (tokens.size() != 3) {
    refuse(
        "a position has three fields, ROWS MIDPOINTS SIDE, as in "
        "'V2H/1H2/2V1/3V - H' (or is open:WxH or standard:NxN); {} has {}",
        in_quotes(text), tokens.size());
  }
  return {tokens[0], tokens[1], tokens[2]};
}

int length_of_row(std::string_view row) {
  int length = 0;
  for (std::string_view rest = row; !rest.empty() && length <= kMaxSide;) {
    if (is_digit(rest.front())) {
      const auto count = take_number(rest);
      if (!count) {
        refuse("row {} of the position: a count of empty points must be a number from 1 to {}",
               in_quotes(row), kMaxSide);
      }
      length += *count;
    } else if (player_of(rest.front())) {
      ++length;
      rest.remove_prefix(1);
    } else {
      refuse(
          "row {} of the position: unknown letter {}; V is Black, H is White, and a "
          "number counts empty points",
          in_quotes(row), in_quotes(rest.substr(0, character_length(rest))));
    }
  }
  if (length > kMaxSide || length < kMinSide) {
    refuse("row {} of the position has {} point{}; a row must have {} to {}", in_quotes(row),
           length > kMaxSide ? "too many" : std::to_string(length), length == 1 ? "" : "s",
           kMinSide, kMaxSide);
  }
  return length;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return fmt::format("'{}'", printable(text, kLongest));
}

BoardSize parse_board_size(std::string_view text) {
  std::string_view rest = text;
  const auto width = take_number(rest);
  const bool has_cross = width && !rest.empty() && upper(rest.front()) == 'X';
  if (has_cross) rest.remove_prefix(1);
  const auto height = has_cross ? take_number(rest) : std::nullopt;
  if (!height || !rest.empty()) {
    refuse("{} is not a board size; write WIDTHxHEIGHT, such as 5x4", in_quotes(text));
  }
  const BoardSize size{*width, *height};
  if (!is_board_size(size)) {
    refuse("board size {} is out of range: both sides must be {} to {}", in_quotes(text), kMinSide,
           kMaxSide);
  }
  return size;
}

std::string format_board_size(BoardSize size) {
  ONYX_ASSERT(is_board_size(size));
  return fmt::format("{}x{}", size.width, size.height);
}

Place parse_place(const Geometry& geometry, std::string_view text) {
  constexpr std::size_t kLongestName = 12;  // Any name is shorter: `{BC-1011}` has 9 characters.
  if (text.size() > kLongestName) fail_place(geometry, text, places_of(geometry));
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
  // Only the names of midpoints begin with two column letters.
  if (take_column(rest) && take_column(rest)) {
    return midpoint_named(geometry, cell_of_name(text), text);
  }
  rest = text;
  const auto point = take_point(geometry, rest);
  if (!point || !rest.empty()) {
    const std::string why = why_outside(geometry, text);
    fail_place(geometry, text, why.empty() ? places_of(geometry) : why);
  }
  return *point;
}

std::string format_place(const Geometry& geometry, Place place) {
  ONYX_ASSERT(place < geometry.place_count());
  const auto letter = [](int column) { return static_cast<char>('A' + column); };
  if (geometry.is_midpoint(place)) {
    const auto [c, r] = geometry.square_of(place);
    return fmt::format("{}{}{}{}", letter(c), letter(c + 1), r + 1, r + 2);
  }
  return fmt::format("{}{}", letter(geometry.x_of(place)), geometry.y_of(place) + 1);
}

Place parse_move(const Position& position, std::string_view text) {
  // Capture marks come last, and no name of a place ends with `*` or `x`.
  const std::size_t end = text.find_last_not_of("*xX") + 1;
  const Place place = parse_place(position.geometry(), text.substr(0, end));
  if (is_finished(position)) {
    refuse("move {}: the game is over, {} is connected", in_quotes(text),
           letter_of(other(position.to_move())));
  }
  const std::string name = format_place(position.geometry(), place);
  if (position.occupied().has(place)) refuse("move {}: {} is occupied", in_quotes(text), name);
  const bool is_allowed = with_wide(position, [&](const auto& board, const auto& wide) {
    return is_placement(board, wide, place);
  });
  if (!is_allowed) refuse("move {}: the corners of {} are not all empty", in_quotes(text), name);
  const auto pairs = static_cast<std::size_t>(captured_by(position, place).count() / 2);
  if (end < text.size() && text.size() - end != pairs) {
    refuse("move {}: wrong capture mark, the move captures {} pair{}", in_quotes(text), pairs,
           pairs == 1 ? "" : "s");
  }
  return place;
}

std::string format_move(const Position& position, Place place) {
  const auto pairs = static_cast<std::size_t>(captured_by(position, place).count() / 2);
  return format_place(position.geometry(), place) + std::string(pairs, '*');
}

BoardSize board_size_of(std::string_view position) {
  const std::string_view text = trimmed(position);
  if (const auto setup = read_setup(text)) return setup->size;
  const auto rows = split(fields_of(text)[0], '/');
  std::optional<int> width;
  for (const std::string_view row : rows) {
    const int length = length_of_row(row);
    if (width && *width != length) {
      refuse(
          "row {} of the position has {} points, the row above it {}: "
          "all rows must have the same length",
          in_quotes(row), length, *width);
    }
    width = length;
  }
  const BoardSize size{*width, static_cast<int>(std::min<std::size_t>(rows.size(), 1000))};
  if (!is_board_size(size)) {
    refuse("the position has {} row{}; a board must have {} to {}", rows.size(),
           rows.size() == 1 ? "" : "s", kMinSide, kMaxSide);
  }
  return size;
}

Position parse_position(const Board& board, std::string_view position) {
  const std::string_view text = trimmed(position);
  if (const BoardSize size = board_size_of(text); size != board.size()) {
    refuse("position {} is on a {} board, not on {}", in_quotes(text), format_board_size(size),
           format_board_size(board.size()));
  }
  if (const auto setup = read_setup(text)) {
    return setup->is_standard ? standard_setup(board) : Position(board);
  }
  const auto [rows, midpoints, side] = fields_of(text);
  Stones stones;
  read_rows(board.geometry(), rows, stones);
  read_midpoints(board.geometry(), midpoints, stones);
  const auto to_move = side.size() == 1 ? player_of(side[0]) : std::nullopt;
  if (!to_move) refuse("side to move {} must be V (Black) or H (White)", in_quotes(side));
  const Position result(board, stones[0], stones[1], *to_move);
  const std::string defect = with_wide(
      result, [](const auto& wide_board, const auto& wide) { return defect_of(wide_board, wide); });
  if (!defect.empty()) refuse("position {}: {}", in_quotes(text), defect);
  return result;
}

Position parse_position(std::string_view text) {
  return parse_position(Board(board_size_of(text)), text);
}

std::string format_position(const Position& position) {
  const Geometry& geometry = position.geometry();
  const Places& v = position.of(Player::V);
  const Places occupied = position.occupied();
  std::string text;
  for (int y = geometry.size().height - 1; y >= 0; --y) {
    int empty = 0;
    const auto flush_count = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int x = 0; x < geometry.size().width; ++x) {
      const Place point = geometry.point_at(x, y);
      if (!occupied.has(point)) {
        ++empty;
        continue;
      }
      flush_count();
      text += v.has(point) ? 'V' : 'H';
    }
    flush_count();
    text += y > 0 ? '/' : ' ';
  }
  std::string midpoints;
  occupied.for_each([&](Place place) {
    if (!geometry.is_midpoint(place)) return;
    if (!midpoints.empty()) midpoints += ',';
    midpoints += format_place(geometry, place) + (v.has(place) ? ":V" : ":H");
  });
  return text + (midpoints.empty() ? "-" : midpoints) + ' ' + letter_of(position.to_move());
}

std::string canonical_setup(std::string_view text) {
  const auto setup = read_setup(trimmed(text));
  if (!setup) refuse("setup {} must be open:WxH or standard:NxN", in_quotes(text));
  return fmt::format("{}:{}", setup->is_standard ? "standard" : "open",
                     format_board_size(setup->size));
}

GameText split_game(std::string_view text) {
  const auto tokens = split_at_blanks(text);
  if (tokens.empty()) throw InputError("a position is missing");
  const std::size_t taken = read_setup(tokens[0]) ? 1 : 3;
  if (tokens.size() < taken) fields_of(text);  // Throws, with a description of the format.
  const auto rest = tokens.begin() + static_cast<std::ptrdiff_t>(taken);
  return {fmt::format("{}", fmt::join(tokens.begin(), rest, " ")), {rest, tokens.end()}};
}

}  // namespace onyx
