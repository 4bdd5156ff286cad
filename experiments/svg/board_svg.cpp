#include "experiments/svg/board_svg.h"

#include <fmt/core.h>

#include <optional>

#include "core/notation.h"

namespace onyx {
namespace {

constexpr double kMargin = kUnit;  // room for the letters and numbers; board.js assumes this value
constexpr std::string_view kDark = "#1d2733";
constexpr std::string_view kLight = "#fdfaf0";
constexpr std::string_view kLine = "#8a94a0";
constexpr std::string_view kBackground = "#e9edf1";

/// A part of a path: the line from one place to another.
std::string stroke(Spot a, Spot b) {
  return fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y);
}

std::string path(std::string_view strokes, std::string_view colour, int width) {
  return fmt::format(
      R"(<path d="{}" stroke="{}" stroke-width="{}" stroke-linecap="round" fill="none"/>)"
      "\n",
      strokes, colour, width);
}

std::string label(Spot spot, std::string_view text) {
  return fmt::format(
      R"(<text x="{:.1f}" y="{:.1f}" font-size="20" font-family="sans-serif" text-anchor="middle" dominant-baseline="central" fill="{}">{}</text>)"
      "\n",
      spot.x, spot.y, kDark, text);
}

/// The sign at `spot` for the result after a move there.
std::string sign_svg(char sign, Spot spot) {
  struct Look {
    char letter;
    std::string_view fill;
    std::string_view ink;
  };
  const auto look = [&]() -> std::optional<Look> {
    switch (sign) {
      case 'v':
        return Look{'V', kDark, kLight};
      case 'h':
        return Look{'H', kLight, kDark};
      case '=':
        return Look{'=', kLine, kLight};
      case '?':
        return Look{'?', kBackground, kDark};
      default:
        return std::nullopt;
    }
  }();
  if (!look) return "";
  return fmt::format(
      R"(<rect x="{:.1f}" y="{:.1f}" width="24" height="24" rx="4" fill="{}" stroke="{}"/>)"
      R"(<text x="{:.1f}" y="{:.1f}" font-size="15" font-weight="bold" font-family="sans-serif" text-anchor="middle" dominant-baseline="central" fill="{}">{}</text>)"
      "\n",
      spot.x - 12, spot.y - 12, look->fill, kDark, spot.x, spot.y, look->ink, look->letter);
}

// On the square grid the snub square tiling appears sheared. Turning every square by 15 degrees,
// alternately left and right, undoes that: a point moves by tan(15°)/2 in x and in y, with signs by
// the parities of its row and column. The sides of the turned squares are 1/cos(15°) long, and so
// are all sides of the triangles between them.
constexpr double kShift = 0.1339745962155614;  // tan(15°) / 2

Spot spot_of_point(int x, int y, Drawing drawing) {
  if (drawing == Drawing::grid) return {static_cast<double>(x), static_cast<double>(y)};
  return {x + (y % 2 == 0 ? kShift : -kShift), y + (x % 2 == 0 ? kShift : -kShift)};
}

}  // namespace

Spot spot_of(const Geometry& geometry, Place place, Drawing drawing) {
  if (!geometry.is_midpoint(place)) {
    return spot_of_point(geometry.x_of(place), geometry.y_of(place), drawing);
  }
  Spot middle;
  for (const Place corner : geometry.corners_of(geometry.square_of(place))) {
    const Spot spot = spot_of(geometry, corner, drawing);
    middle.x += spot.x / 4;
    middle.y += spot.y / 4;
  }
  return middle;
}

PictureSize picture_size(BoardSize size) {
  return {2 * kMargin + kUnit * (size.width - 1), 2 * kMargin + kUnit * (size.height - 1)};
}

Spot pixel_of(const Geometry& geometry, Place place, Drawing drawing) {
  const Spot spot = spot_of(geometry, place, drawing);
  return {kMargin + kUnit * spot.x, kMargin + kUnit * (geometry.size().height - 1 - spot.y)};
}

std::string empty_board_svg(const Geometry& geometry, Drawing drawing) {
  const auto [width, height] = geometry.size();
  const auto [right, bottom] = picture_size(geometry.size());
  const auto pixel = [&](Place place) { return pixel_of(geometry, place, drawing); };

  std::string thin;  // lines to midpoints
  std::string thick;
  for (const auto& [a, b] : geometry.lines()) {
    const bool to_midpoint = geometry.is_midpoint(a) || geometry.is_midpoint(b);
    (to_midpoint ? thin : thick) += stroke(pixel(a), pixel(b));
  }
  // The edges to join: V's at the bottom and top, H's at the sides.
  std::string level;
  std::string upright;
  for (int x = 0; x + 1 < width; ++x) {
    for (const int y : {0, height - 1}) {
      level += stroke(pixel(geometry.point_at(x, y)), pixel(geometry.point_at(x + 1, y)));
    }
  }
  for (int y = 0; y + 1 < height; ++y) {
    for (const int x : {0, width - 1}) {
      upright += stroke(pixel(geometry.point_at(x, y)), pixel(geometry.point_at(x, y + 1)));
    }
  }
  std::string svg = fmt::format(R"(<rect width="{}" height="{}" fill="{}"/>)"
                                "\n",
                                right, bottom, kBackground);
  svg += path(thin, kLine, 1) + path(thick, kLine, 2);
  svg += path(level, kDark, 6) + path(upright, kDark, 6) + path(upright, kLight, 4);
  for (int x = 0; x < width; ++x) {
    const std::string letter(1, static_cast<char>('A' + x));
    for (const double y : {0.3 * kMargin, bottom - 0.3 * kMargin}) {
      svg += label({kMargin + kUnit * x, y}, letter);
    }
  }
  for (int y = 0; y < height; ++y) {
    for (const double x : {0.3 * kMargin, right - 0.3 * kMargin}) {
      svg += label({x, kMargin + kUnit * (height - 1 - y)}, std::to_string(y + 1));
    }
  }
  return svg;
}

std::string_view stone_svg(Player player) {
  return player == Player::V
             ? R"(<circle r="16.5" fill="#1d2733" stroke="#1d2733"/><path d="M0 -8V8" stroke="#fdfaf0" stroke-width="4"/>)"
             : R"(<circle r="15" fill="#fdfaf0" stroke="#1d2733" stroke-width="3"/><path d="M-8 0H8" stroke="#1d2733" stroke-width="4"/>)";
}

std::string board_svg(const Position& position, Drawing drawing, std::string_view signs) {
  const Geometry& geometry = position.geometry();
  const auto [width, height] = picture_size(geometry.size());
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img">)"
      "\n<title>{2}</title>\n",
      width, height, format_position(position));
  svg += empty_board_svg(geometry, drawing);
  for (const Player player : {Player::V, Player::H}) {
    position.of(player).for_each([&](Place place) {
      const Spot spot = pixel_of(geometry, place, drawing);
      svg += fmt::format(R"_(<g transform="translate({:.1f} {:.1f})">{}</g>)_"
                         "\n",
                         spot.x, spot.y, stone_svg(player));
    });
  }
  for (std::size_t place = 0; place < signs.size(); ++place) {
    svg += sign_svg(signs[place], pixel_of(geometry, static_cast<Place>(place), drawing));
  }
  return svg + "</svg>\n";
}

}  // namespace onyx
