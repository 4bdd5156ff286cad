// The sizes, places and moves of notation.h. position_notation.cpp has positions and games.
#include "core/notation.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/assert.h"
#include "core/plain_text.h"

namespace onyx {
namespace {

/// Takes a column letter from the front of `text`. The result counts from 0.
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

char last_column(const Geometry& geometry) {
  return static_cast<char>('A' + geometry.size().width - 1);
}

/// A description of places, for messages about text that does not look like a place.
std::string places_of(const Geometry& geometry) {
  return fmt::format("points are A1 to {}{}, midpoints have names such as BC12",
                     last_column(geometry), geometry.size().height);
}

/// Why a point that the text names, such as `D10`, is not on the board. Empty if the text does not
/// name a point.
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

struct MoveText {
  std::string_view place;
  std::optional<int> marks;  ///< Nothing if the text has no marks.
};

MoveText split_marks(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && (text[end - 1] == '*' || upper(text[end - 1]) == 'X')) --end;
  // A mark follows a digit, so a column letter X is never taken for a mark.
  if (end == text.size()) return {text, std::nullopt};
  return {text.substr(0, end), static_cast<int>(text.size() - end)};
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
    throw InputError(
        fmt::format("{} is not a board size; write WIDTHxHEIGHT, such as 5x4", in_quotes(text)));
  }
  const BoardSize size{*width, *height};
  if (!is_board_size(size)) {
    throw InputError(fmt::format("board size {} is out of range: both sides must be {} to {}",
                                 in_quotes(text), kMinSide, kMaxSide));
  }
  return size;
}

std::string format_board_size(BoardSize size) {
  ONYX_ASSERT(is_board_size(size));
  return fmt::format("{}x{}", size.width, size.height);
}

Place parse_place(const Geometry& geometry, std::string_view text) {
  constexpr std::size_t kLongestName = 12;  // more than any form needs: `{BC-1011}` has nine
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
  // Text that begins with two column letters is meant as a midpoint.
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

template <int W>
Place parse_move(const WideBoard<W>& board, const WidePosition<W>& position,
                 std::string_view text) {
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
  if (!is_placement(board, position, place)) {
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
std::string format_move(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  const int pairs = captured_by(board, position, place).count() / 2;
  return format_place(board.geometry(), place) + std::string(static_cast<std::size_t>(pairs), '*');
}

#define ONYX_INSTANTIATE(W)                                                                 \
  template Place parse_move(const WideBoard<W>&, const WidePosition<W>&, std::string_view); \
  template std::string format_move(const WideBoard<W>&, const WidePosition<W>&, Place);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
