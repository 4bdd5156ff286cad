// The positions, setups and games of notation.h. notation.cpp has sizes, places and moves.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/assert.h"
#include "core/legality.h"
#include "core/notation.h"
#include "core/plain_text.h"

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

template <int W>
void read_rows(const WideBoard<W>& board, std::string_view rows, WidePosition<W>& position) {
  const auto lines = split(rows, '/');
  const int width = board.size().width;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int y = board.size().height - 1 - static_cast<int>(i);
    int x = 0;
    for (std::string_view rest = lines[i]; !rest.empty();) {
      if (is_digit(rest.front())) {
        x += take_number(rest).value();  // board_size_of() has checked these counts
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
void read_midpoints(const WideBoard<W>& board, std::string_view text, WidePosition<W>& position) {
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
      throw InputError(fmt::format("{} is a point; put stones on points into the rows",
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
        fmt::format("a position has three fields, ROWS MIDPOINTS SIDE, as in "
                    "'V2H/1H2/2V1/3V - H' (or is open:WxH or standard:NxN); {} has {}",
                    in_quotes(text), tokens.size()));
  }
  return {tokens[0], tokens[1], tokens[2]};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The number of points in a row. Throws if no board has rows of this length.
int length_of_row(std::string_view row) {
  int length = 0;
  for (std::string_view rest = row; !rest.empty() && length <= kMaxSide;) {
    if (is_digit(rest.front())) {
      const auto count = take_number(rest);
      if (!count) {
        throw InputError(fmt::format(
            "row {} of the position: a count of empty points must be a number from 1 to {}",
            in_quotes(row), kMaxSide));
      }
      length += *count;
    } else if (upper(rest.front()) == 'V' || upper(rest.front()) == 'H') {
      ++length;
      rest.remove_prefix(1);
    } else {
      throw InputError(
          fmt::format("row {} of the position: unknown letter {}; V is Black, H is White, and a "
                      "number counts empty points",
                      in_quotes(row), in_quotes(rest.substr(0, character_length(rest)))));
    }
  }
  if (length > kMaxSide || length < kMinSide) {
    throw InputError(fmt::format("row {} of the position has {} point{}; a row must have {} to {}",
                                 in_quotes(row),
                                 length > kMaxSide ? "too many" : std::to_string(length),
                                 length == 1 ? "" : "s", kMinSide, kMaxSide));
  }
  return length;
}

}  // namespace

BoardSize board_size_of(std::string_view position) {
  const std::string_view text = trimmed(position);
  if (const auto setup = read_setup(text)) return setup->size;
  const auto rows = split(fields_of(text)[0], '/');
  std::optional<int> width;
  for (const std::string_view row : rows) {
    const int length = length_of_row(row);
    if (width && *width != length) {
      throw InputError(
          fmt::format("row {} of the position has {} points, the row above it {}: "
                      "all rows must have the same length",
                      in_quotes(row), length, *width));
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
WidePosition<W> parse_position(const WideBoard<W>& board, std::string_view position) {
  const std::string_view text = trimmed(position);
  if (const BoardSize size = board_size_of(text); size != board.size()) {
    throw InputError(fmt::format("position {} is on a {} board, not on {}", in_quotes(text),
                                 format_board_size(size), format_board_size(board.size())));
  }
  if (const auto setup = read_setup(text)) {
    return setup->is_standard ? standard_setup(board) : open_setup(board);
  }
  const auto [rows, midpoints, side] = fields_of(text);
  WidePosition<W> result;
  read_rows(board, rows, result);
  read_midpoints(board, midpoints, result);
  if (side.size() != 1 || (upper(side[0]) != 'V' && upper(side[0]) != 'H')) {
    throw InputError(
        fmt::format("side to move {} must be V (Black) or H (White)", in_quotes(side)));
  }
  result.to_move = upper(side[0]) == 'V' ? Player::V : Player::H;
  if (const std::string defect = defect_of(board, result); !defect.empty()) {
    throw InputError(fmt::format("position {}: {}", in_quotes(text), defect));
  }
  ONYX_ASSERT(result.is_sound() && is_legal(board, result));
  return result;
}

template <int W>
std::string format_position(const WideBoard<W>& board, const WidePosition<W>& position) {
  ONYX_ASSERT(position.is_sound());
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
  if (tokens.size() < taken) fields_of(text);  // throws, and says what a position is
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

#define ONYX_INSTANTIATE(W)                                                       \
  template WidePosition<W> parse_position(const WideBoard<W>&, std::string_view); \
  template std::string format_position(const WideBoard<W>&, const WidePosition<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
