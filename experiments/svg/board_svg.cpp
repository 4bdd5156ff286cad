#include "experiments/svg/board_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "core/notation.h"

namespace onyx {
namespace {

constexpr double kMargin = kUnit;  // room for the letters and numbers; board.js assumes this value
constexpr std::string_view kDark = "#1d2733";
constexpr std::string_view kLight = "#fdfaf0";
constexpr std::string_view kLine = "#8a94a0";
constexpr std::string_view kBackground = "#e9edf1";

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

struct SignLook {
  char sign;
  char letter;
  std::string_view fill;
  std::string_view ink;
};
constexpr std::array kSignLooks{
    SignLook{'v', 'V', kDark, kLight}, SignLook{'h', 'H', kLight, kDark},
    SignLook{'=', '=', kLine, kLight}, SignLook{'?', '?', kBackground, kDark}};

std::string sign_svg(char sign, Spot spot) {
  const auto* const look = std::find_if(kSignLooks.begin(), kSignLooks.end(),
                                        [&](const SignLook& one) { return one.sign == sign; });
  if (look == kSignLooks.end()) return "";
  return fmt::format(
      R"(<rect x="{:.1f}" y="{:.1f}" width="24" height="24" rx="4" fill="{}" stroke="{}"/>)"
      R"(<text x="{:.1f}" y="{:.1f}" font-size="15" font-weight="bold" font-family="sans-serif" text-anchor="middle" dominant-baseline="central" fill="{}">{}</text>)"
      "\n",
      spot.x - 12, spot.y - 12, look->fill, kDark, spot.x, spot.y, look->ink, look->letter);
}

// The board is a snub square tiling, distorted into a square grid. To restore the tiling, each
// square turns by 15 degrees, alternately left and right: points move by tan(15°)/2 in x and y,
// with signs that depend on the parities of row and column. Then all sides are 1/cos(15°) long.
constexpr double kShift = 0.1339745962155614;  // tan(15°) / 2

}  // namespace

Spot spot_of(const Geometry& geometry, Place place, Drawing drawing) {
  if (!geometry.is_midpoint(place)) {
    const int x = geometry.x_of(place);
    const int y = geometry.y_of(place);
    const double shift = drawing == Drawing::grid ? 0 : kShift;
    return {x + (y % 2 == 0 ? shift : -shift), y + (x % 2 == 0 ? shift : -shift)};
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
  // V's edges are at the bottom and top, H's at the sides.
  const auto side = [&](int x1, int y1, int x2, int y2) {
    return stroke(pixel(geometry.point_at(x1, y1)), pixel(geometry.point_at(x2, y2)));
  };
  std::string level;
  std::string upright;
  for (int x = 0; x + 1 < width; ++x) {
    for (const int y : {0, height - 1}) level += side(x, y, x + 1, y);
  }
  for (int y = 0; y + 1 < height; ++y) {
    for (const int x : {0, width - 1}) upright += side(x, y, x, y + 1);
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
